import {
  StatsKeyDraft,
  type MadeStatsKey,
  type StatsKeyKind,
} from '@half-measure/shared/sharing/stats-key.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { useId, useState } from 'react'
import { statsKeyCalls } from '../../api/stats-key-calls.ts'
import { useChange } from '../../api/use-change.ts'
import { addDays, parseDay, startOfDay } from '../../filters/day.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { textOf } from '../../ui/text-of.ts'
import { MadeKey } from './MadeKey.tsx'

/** Makes a link for people, or a token for programs. */
export function KeyForm() {
  const id = useId()
  const [kind, setKind] = useState<StatsKeyKind>('link')
  const [made, setMade] = useState<MadeStatsKey | null>(null)
  const making = useChange(['stats-keys'], statsKeyCalls.make)

  async function make(form: FormData) {
    if (making.running) return
    setMade(null)
    const password = textOf(form, 'password')
    const draft = StatsKeyDraft.parse({
      kind,
      name: textOf(form, 'name'),
      expires_at: endOf(textOf(form, 'last-day')),
      ...(kind === 'link' && password !== '' && { password }),
    })
    setMade(await making.run(draft))
  }

  return (
    <Panel title="Share the figures" note="Figures about all readers; never single visits or people">
      <form className="key-form" action={make}>
        <label htmlFor={`${id}-kind`}>For</label>
        <select
          id={`${id}-kind`}
          value={kind}
          onChange={({ target }) => setKind(target.value === 'token' ? 'token' : 'link')}
        >
          <option value="link">people: a link</option>
          <option value="token">programs: an API token</option>
        </select>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          name="name"
          maxLength={100}
          pattern=".*\S.*"
          title="Whom or what it is for"
          placeholder="Whom or what it is for"
          autoComplete="off"
          required
        />
        <label htmlFor={`${id}-day`}>Last day</label>
        <input id={`${id}-day`} name="last-day" type="date" aria-describedby={`${id}-day-note`} />
        <p id={`${id}-day-note`} className="entry-facts">
          Left empty, it is good until it is withdrawn.
        </p>
        {kind === 'link' && (
          <>
            <label htmlFor={`${id}-password`}>Password</label>
            <input
              id={`${id}-password`}
              name="password"
              type="password"
              minLength={8}
              maxLength={200}
              autoComplete="new-password"
              aria-describedby={`${id}-password-note`}
            />
            <p id={`${id}-password-note`} className="entry-facts">
              Left empty, whoever has the link can read.
            </p>
          </>
        )}
        <button type="submit" className="button button-primary" aria-disabled={making.running}>
          {making.running ? 'Making…' : kind === 'link' ? 'Make a link' : 'Make a token'}
        </button>
      </form>
      {making.failure !== null && <Alert tone="danger">{making.failure}</Alert>}
      {made && <MadeKey made={made} />}
    </Panel>
  )
}

/** The instant at which the day is over in the magazine's zone; null for no day. */
function endOf(text: string): string | null {
  const day = parseDay(text)
  return day && startOfDay(addDays(day, 1), publication.timeZone).toISOString()
}
