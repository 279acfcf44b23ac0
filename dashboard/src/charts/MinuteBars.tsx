import { countOf } from '../format/number.ts'
import { formatClock } from '../format/time.ts'

interface MinuteBarsProps {
  minutes: readonly { start: Date; views: number }[]
}

/** Page views minute by minute; the last one is not over yet. A list, so that each can be read out. */
export function MinuteBars({ minutes }: MinuteBarsProps) {
  const highest = Math.max(1, ...minutes.map(({ views }) => views))
  return (
    <>
      <ol className="minute-bars">
        {minutes.map(({ start, views }, index) => {
          const words = `${formatClock(start)}: ${countOf(views, 'page view')}`
          return (
            <li key={start.toISOString()} title={words} data-partial={index === minutes.length - 1}>
              <span className="visually-hidden">{words}</span>
              <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                <rect y={1 - views / highest} width="1" height={views / highest} />
              </svg>
            </li>
          )
        })}
      </ol>
      <p className="minute-axis" aria-hidden="true">
        <span>{minutes[0] && formatClock(minutes[0].start)}</span>
        <span>now</span>
      </p>
    </>
  )
}
