import { Link } from 'react-router-dom'
import { summary } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { withBots, type Period } from '../filters/period.ts'
import { botsNote } from './bots-note.ts'

interface BotsNoteProps {
  period: Period
  /** Addresses of the same view with and without them. */
  withThem: string
  withoutThem: string
}

/** Says so when visits of self-declared bots are missing from the figures, or are among them. */
export function BotsNote({ period, withThem, withoutThem }: BotsNoteProps) {
  const people = useStats(summary, withBots(period, 'exclude'))
  const everyone = useStats(summary, withBots(period, 'include'))
  if (people.status !== 'ready' || everyone.status !== 'ready') return null
  const note = botsNote(people.data, everyone.data, period.bots)
  if (note === null) return null
  return (
    <p className="bots-note">
      {note}{' '}
      {period.bots === 'include' ? (
        <Link to={withoutThem}>Leave them out</Link>
      ) : (
        <Link to={withThem}>Include them</Link>
      )}
    </p>
  )
}
