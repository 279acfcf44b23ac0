import { publication } from '@half-measure/shared/publication.ts'
import { createApiToken, listApiTokens } from '@half-measure/shared/routes/workspace.ts'
import {
  ApiTokenDraft,
  type ApiTokenKind,
  type CreatedApiToken,
  TOKEN_LIFETIME_DAYS,
  type TokenScope,
} from '@half-measure/shared/sharing/api-token.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRouteMutation } from '../../api/queries.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { href, paths } from '../../paths.ts'
import { addDays, type Day, dayAt, parseDay, startOfDay } from '../../time/day.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, Form, Select } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CreatedToken } from './CreatedToken.tsx'
import { SCOPES } from './token-scopes.ts'
import { viewName, viewRange, viewToShare } from './view-to-share.ts'

const KINDS = [
  { value: 'link', label: 'People: a link' },
  { value: 'token', label: 'Programs: an API token' },
] as const

export function CreatePanel() {
  const today = dayAt(useNow(), publication.timeZone)
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
        onSubmit={async (field, data) => {
          setCreated(null)
          const password = field('password')
          const body = ApiTokenDraft.parse({
            kind,
            name: field('name'),
            expires_at: endOf(field('expires')),
            ...(kind === 'link'
              ? { view: field('view'), ...(password !== '' && { password }) }
              : { scopes: data.getAll('scope') }),
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
          <input name="expires" type="date" defaultValue={addDays(today, TOKEN_LIFETIME_DAYS)} />
          <span className="note">
            Empty: works until it is revoked. It also stops working when you lose access.
          </span>
        </label>
        {kind === 'link' ? <LinkFields today={today} /> : <TokenFields />}
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

/** What a link shows, and its password. */
function LinkFields({ today }: { today: Day }) {
  const [params] = useSearchParams()
  const labelOf = useValueLabel()
  const explored = params.get('view') ?? ''
  const views = { moves: viewToShare(explored), stays: viewToShare(explored, today) }
  const [period, setPeriod] = useState<keyof typeof views>('moves')
  const view = views[period]
  return (
    <>
      <input type="hidden" name="view" value={view} />
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
        Shows all of Explore for {viewName(view, labelOf)}: every figure, chart and breakdown, with estimated
        value, affiliate clicks and experiments. Days and filters cannot be changed; single sessions and other
        pages are not shown. Choose another view on{' '}
        <Link to={href(paths.explore, new URLSearchParams(view))}>Explore</Link>, under “Share this view”.
      </p>
      <label>
        Password
        <input name="password" type="password" minLength={8} maxLength={200} autoComplete="new-password" />
        <span className="note">Empty: the link alone is enough.</span>
      </label>
    </>
  )
}

/** What a program may read with the token. */
function TokenFields() {
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['figures'])
  return (
    <fieldset className="stack">
      <legend>Scopes</legend>
      {scopes.map((scope) => (
        <input key={scope} type="hidden" name="scope" value={scope} />
      ))}
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
  )
}
