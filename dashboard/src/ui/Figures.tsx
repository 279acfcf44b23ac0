import type { ReactNode } from 'react'
import { formatClockWithSeconds } from '../format/time.ts'
import type { Answer } from './answer.ts'
import { RetryButton } from './RetryButton.tsx'

interface FiguresProps<T> {
  answer: Answer<T>
  /** Stands where the figures will be, in their size. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Figures, or what is the matter with them: on their way, not to be had, or older than they should be. */
export function Figures<T>({ answer, skeleton, children }: FiguresProps<T>) {
  switch (answer.status) {
    case 'loading':
      return (
        <div className="figures" aria-busy="true">
          <p className={answer.retrying ? 'figures-note' : 'visually-hidden'} role="status">
            {answer.retrying ? 'No answer yet. Trying again…' : 'Loading…'}
          </p>
          {skeleton}
        </div>
      )
    case 'failed':
      return (
        <div className="figures figures-failed" role="alert">
          <p>
            <strong>These figures could not be fetched.</strong> {answer.reason}
          </p>
          <RetryButton {...answer} />
        </div>
      )
    case 'ready':
      return (
        <div className="figures">
          {answer.stale && (
            <div className="figures-stale" role="status">
              <p>
                Figures of {formatClockWithSeconds(answer.stale.since)}: newer ones could not be fetched.{' '}
                {answer.stale.reason}
              </p>
              <RetryButton {...answer.stale} />
            </div>
          )}
          {children(answer.data)}
        </div>
      )
  }
}
