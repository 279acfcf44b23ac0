import type { ReactNode } from 'react'
import { formatClockWithSeconds } from '../format/time.ts'
import type { Answer, Stale } from './answer.ts'
import { RetryButton } from './RetryButton.tsx'

interface FiguresProps<T> {
  answer: Answer<T>
  /** Stands where the figures will be, in their size. */
  skeleton: ReactNode
  /** What cannot be had when it cannot be had. */
  what?: string
  children: (data: T) => ReactNode
}

/** Figures, or what is the matter with them: on their way, not to be had, or older than they should be. */
export function Figures<T>({ answer, skeleton, what = 'These figures', children }: FiguresProps<T>) {
  if (answer.status === 'loading') {
    return (
      <div className="figures" aria-busy="true">
        <output className={answer.retrying ? 'figures-note' : 'visually-hidden'}>
          {answer.retrying ? 'No answer yet. Trying again…' : 'Loading…'}
        </output>
        {skeleton}
      </div>
    )
  }
  if (answer.status === 'failed') {
    return (
      <div className="figures figures-failed" role="alert">
        <p>
          <strong>{what} could not be fetched.</strong> {answer.reason}
        </p>
        <RetryButton {...answer} />
      </div>
    )
  }
  return (
    <div className="figures" aria-busy={answer.passing}>
      {answer.stale && <StaleNote {...answer.stale} />}
      {children(answer.data)}
    </div>
  )
}

function StaleNote({ since, reason, ...retry }: Stale) {
  return (
    <div className="figures-stale">
      <output>
        As of {formatClockWithSeconds(since)}: what is newer could not be fetched. {reason}
      </output>
      <RetryButton {...retry} quiet />
    </div>
  )
}
