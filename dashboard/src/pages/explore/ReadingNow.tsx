import { Link } from 'react-router-dom'
import { useRealtime } from '../../api/realtime.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { formatCount, NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { paths } from '../../paths.ts'
import { AboutFigure } from './AboutFigure.tsx'

const { label, definition } = DEFINITIONS.live

/** Current sessions, whatever the page is filtered by. Not announced: it changes often. */
export function ReadingNow() {
  const result = useRealtime()
  const isReady = result.status === 'ready'
  return (
    <>
      <Link className="metric" to={paths.live} aria-live="off">
        <span className="metric-label">
          <span
            className="dot"
            data-state={isReady && result.stale === null ? 'live' : 'off'}
            aria-hidden="true"
          />
          {label}
        </span>
        <span className="figure">
          {isReady ? formatCount(result.data.sessions) : result.status === 'failed' && NO_FIGURE}
        </span>
        <span className="note">all sessions, last 5 minutes</span>
      </Link>
      <AboutFigure label={label} definition={definition} />
    </>
  )
}
