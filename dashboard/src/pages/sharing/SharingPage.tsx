import { listApiTokens, revokeApiToken } from '@half-measure/shared/routes/workspace.ts'
import type { ApiToken } from '@half-measure/shared/sharing/api-token.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CreatePanel } from './CreatePanel.tsx'
import { viewName } from './view-to-share.ts'

/** Access to the figures without an account: links for people, API tokens for programs. */
export function SharingPage() {
  const result = useApiQuery(listApiTokens, {})
  return (
    <Page title="Sharing & API" subtitle="Access to the figures without an account">
      <div className="stack">
        <CreatePanel />
        <Panel title="Links and tokens" note="Newest first">
          <Loaded result={result} what="The links and tokens" rows={3}>
            {({ tokens }) =>
              tokens.length === 0 ? (
                <Empty>Nobody without an account has access. Create a link or a token above.</Empty>
              ) : (
                <ul className="entries">
                  {tokens.map((token) => (
                    <TokenEntry key={token.id} token={token} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
      </div>
    </Page>
  )
}

function TokenEntry({ token }: { token: ApiToken }) {
  const revocation = useRouteMutation(revokeApiToken, [listApiTokens])
  return (
    <Entry
      name={token.name}
      details={detailsOf(token, useNow(), useValueLabel()).join(' · ')}
      actions={
        <ConfirmButton
          confirmation="Revoke for good"
          about={token.name}
          busy={revocation.running}
          onConfirm={() => void revocation.run({ params: { id: token.id } })}
        >
          Revoke
        </ConfirmButton>
      }
    >
      <ChangeFailed of={[revocation]} />
    </Entry>
  )
}

function detailsOf(
  { kind, scopes, view, has_password, by, created_at, expires_at, last_used_at }: ApiToken,
  now: Date,
  labelOf: ValueLabel,
): string[] {
  const isExpired = expires_at !== null && new Date(expires_at) <= now
  return [
    kind === 'link' ? (has_password ? 'link with a password' : 'link without a password') : 'API token',
    kind === 'link' ? `shows ${viewName(view, labelOf)}` : `reads ${scopes.join(', ')}`,
    `created ${formatMoment(created_at)} by ${by}`,
    expires_at === null
      ? 'does not expire'
      : `${isExpired ? 'expired' : 'expires'} ${formatMoment(expires_at)}`,
    last_used_at === null ? 'never used' : `last used ${formatMoment(last_used_at)}`,
  ]
}
