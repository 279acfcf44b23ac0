import { Link } from 'react-router-dom'
import { useRealtime } from '../../api/use-realtime.ts'
import { formatCount } from '../../format/number.ts'
import { formatClockWithSeconds } from '../../format/time.ts'
import { paths } from '../../paths.ts'

/** How many are reading at this moment, whatever the page is narrowed down to. Not announced: it changes often. */
export function ReadingNow() {
  const answer = useRealtime()
  const isKnown = answer.status === 'ready'
  return (
    <Link
      className="reading-now"
      to={paths.live()}
      aria-live="off"
      title={isKnown ? `As of ${formatClockWithSeconds(new Date(answer.data.at))} UK time` : undefined}
    >
      <span className="metric-label">
        <span className="dot live-dot" data-live={isKnown && answer.stale === null} aria-hidden="true" />
        Reading now
      </span>
      <span className="figure-value metric-figure">
        {isKnown ? formatCount(answer.data.visitors) : answer.status === 'failed' && '–'}
      </span>
      <span className="reading-note">all readers, last 5 minutes</span>
    </Link>
  )
}
