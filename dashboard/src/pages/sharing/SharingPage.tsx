import { publication } from '@half-measure/shared/publication.ts'
import { createApiToken, listApiTokens, revokeApiToken } from '@half-measure/shared/routes/workspace.ts'
import {
  type CreatedApiToken,
  type ApiToken,
  ApiTokenDraft,
  type ApiTokenKind,
  TOKEN_LIFETIME_DAYS,
  type TokenScope,
} from '@half-measure/shared/sharing/api-token.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { href, paths } from '../../paths.ts'
import { addDays, dayAt, parseDay, startOfDay } from '../../time/day.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Checkbox, Field, Form, Select } from '../../ui/Form.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { viewName, viewRange, viewToShare } from './view-to-share.ts'

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

const KINDS = [
  { value: 'link', label: 'People: a link' },
  { value: 'token', label: 'Programs: an API token' },
] as const

/** What a token may read, with an example: a path below `/api/stats`, about the last seven days or about yesterday. */
const SCOPES: readonly {
  readonly scope: TokenScope
  readonly label: string
  readonly example: string
  readonly path: (range: string, yesterday: string) => string
}[] = [
  {
    scope: 'figures',
    label: 'Figures',
    example: 'Sessions by day',
    path: (range) => `query?${range}&metrics=sessions&interval=day`,
  },
  {
    scope: 'revenue',
    label: 'Estimated values, commissions and the report on articles',
    example: 'Affiliate clicks and commissions',
    path: (range) => `affiliate?${range}`,
  },
  {
    scope: 'live',
    label: 'Recent activity, to the minute',
    example: 'The newest events',
    path: (range) => `recent-activity?${range}`,
  },
  {
    scope: 'events',
    label: 'Every single event, by table and day',
    example: 'The page views of yesterday',
    path: (_, yesterday) => `events.csv?table=page_views&day=${yesterday}`,
  },
]

function CreatePanel() {
  const [params] = useSearchParams()
  const labelOf = useValueLabel()
  const today = dayAt(useNow(), publication.timeZone)
  const expiry = addDays(today, TOKEN_LIFETIME_DAYS)
  const explored = params.get('view') ?? ''
  const views = { moves: viewToShare(explored), stays: viewToShare(explored, today) }
  const [period, setPeriod] = useState<keyof typeof views>('moves')
  const view = views[period]
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['figures'])
  const [kind, setKind] = useState<ApiTokenKind>('link')
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  const creation = useRouteMutation(createApiToken, [listApiTokens])
  return (
    <Panel
      title="New link or token"
      note="No personal data; figures of fewer than five sessions are withheld"
    >
      <Form
        busy={creation.running}
        onSubmit={async (field) => {
          setCreated(null)
          const password = field('password')
          const body = ApiTokenDraft.parse({
            kind,
            name: field('name'),
            expires_at: endOf(field('expires')),
            ...(kind === 'link' ? { view, ...(password !== '' && { password }) } : { scopes }),
          })
          const made = await creation.run({ body })
          setCreated(made)
          return made
        }}
      >
        <Select label="For" value={kind} options={KINDS} onChange={setKind} />
        <Field
          label="Name"
          name="name"
          maxLength={100}
          pattern=".*\S.*"
          title="Who or what it is for"
          placeholder="Who or what it is for"
          autoComplete="off"
          required
        />
        <label>
          Expires after
          <input name="expires" type="date" defaultValue={expiry} />
          <span className="note">
            Empty: works until it is revoked. It also stops working when you lose access.
          </span>
        </label>
        {kind === 'token' && (
          <fieldset className="stack">
            <legend>Scopes</legend>
            {SCOPES.map(({ scope, label }) => (
              <Checkbox
                key={scope}
                label={label}
                checked={scopes.includes(scope)}
                // Recent activity and single events need nothing else.
                required={scope === 'figures' && (scopes.length === 0 || scopes.includes('revenue'))}
                onChange={(chosen) =>
                  setScopes(chosen ? [...scopes, scope] : scopes.filter((other) => other !== scope))
                }
              />
            ))}
          </fieldset>
        )}
        {kind === 'link' && (
          <>
            {views.moves !== views.stays && (
              <Select
                label="Period"
                value={period}
                options={[
                  { value: 'moves', label: `${viewRange(views.moves)}: moves with the calendar` },
                  { value: 'stays', label: `${viewRange(views.stays)}: stays` },
                ]}
                onChange={setPeriod}
              />
            )}
            <p className="note">
              Shows all of Explore for {viewName(view, labelOf)}: every figure, chart and breakdown, with
              estimated value, affiliate clicks and experiments. Days and filters cannot be changed; single
              sessions and other pages are not shown. Choose another view on{' '}
              <Link to={href(paths.explore, new URLSearchParams(view))}>Explore</Link>, under “Share this
              view”.
            </p>
          </>
        )}
        {kind === 'link' && (
          <label>
            Password
            <input
              name="password"
              type="password"
              minLength={8}
              maxLength={200}
              autoComplete="new-password"
            />
            <span className="note">Empty: the link alone is enough.</span>
          </label>
        )}
        <Button type="submit" tone="primary" busy={creation.running}>
          {creation.running ? 'Creating…' : kind === 'link' ? 'Create link' : 'Create token'}
        </Button>
      </Form>
      <ChangeFailed of={[creation]} />
      {created && <CreatedToken created={created} />}
    </Panel>
  )
}

/** The end of the day in the magazine's zone; null for none. */
function endOf(text: string): string | null {
  const day = parseDay(text)
  return day && startOfDay(addDays(day, 1), publication.timeZone).toISOString()
}

/** Shown only once. */
function CreatedToken({ created: { token, secret } }: { created: CreatedApiToken }) {
  const [isCopied, setIsCopied] = useState(false)
  const isLink = token.kind === 'link'
  // Behind the hash it is never sent to a server nor logged.
  const text = isLink
    ? `${location.origin}${href(paths.share, new URLSearchParams(token.view))}#${secret}`
    : secret
  return (
    <Alert tone="notice">
      <p>
        {isLink ? 'The link' : 'The token'} “{token.name}”. Copy it now: it is not shown again.
      </p>
      <p>
        <code className="secret">{text}</code>
      </p>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      {!isLink && <p>To try it in a terminal, for the last seven days:</p>}
      {!isLink &&
        SCOPES.filter(({ scope }) => token.scopes.includes(scope)).map(({ scope, example, path }) => (
          <p key={scope}>
            {example}:<code className="command">{curlCommand(secret, path, new Date(token.created_at))}</code>
          </p>
        ))}
    </Alert>
  )
}

/** Whole hours, the finest that tokens may read. */
function curlCommand(token: string, pathOf: (typeof SCOPES)[number]['path'], now: Date): string {
  const to = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
  const instant = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
  const path = pathOf(
    `from=${instant(to - 7 * 24 * HOUR_MS)}&to=${instant(to)}`,
    addDays(dayAt(now, 'UTC'), -1),
  )
  return `curl -H "Authorization: Bearer ${token}" "${location.origin}/api/stats/${path}"`
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
