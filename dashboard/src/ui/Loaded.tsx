import type { ReactNode } from 'react'
import { formatClockWithSeconds } from '../format/time.ts'
import { Button } from './Button.tsx'
import type { Failure, Result } from './result.ts'

interface LoadedProps<T> {
  result: Result<T>
  /** Names the data in the message that it could not be loaded. */
  what?: string
  /** Rows of the placeholder. */
  rows?: number
  /** In place of rows. */
  placeholder?: ReactNode
  /** In place of an empty list. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** Data, or its state: loading, failed, or older than it should be. */
export function Loaded<T>(props: LoadedProps<T>) {
  const { result, what = 'These figures', rows = 5, placeholder, empty, children } = props
  if (result.status === 'loading') {
    return (
      <div aria-busy="true">
        <output className={result.retrying ? 'note' : 'visually-hidden'}>
          {result.retrying ? 'No response yet. Trying again…' : 'Loading…'}
        </output>
        {placeholder ?? <Skeleton rows={rows} />}
      </div>
    )
  }
  if (result.status === 'failed') {
    return (
      <div className="alert row spread" data-tone="danger" role="alert">
        <p>
          {result.retry && <strong>{what} could not be loaded.</strong>} {result.reason}
        </p>
        <RetryButton {...result} />
      </div>
    )
  }
  const { data, outdated, stale } = result
  return (
    <div className={outdated ? 'outdated' : undefined} aria-busy={outdated}>
      {stale && (
        <p className="stale">
          <output>
            As of {formatClockWithSeconds(stale.since)}. Refreshing failed: {stale.reason}
          </output>{' '}
          <RetryButton {...stale} tone="link" />
        </p>
      )}
      {Array.isArray(data) && data.length === 0 && empty !== undefined ? (
        <Empty>{empty}</Empty>
      ) : (
        children(data)
      )}
    </div>
  )
}

/** Says that there is nothing, and what would be here. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>
}

/** Keeps its place and the focus while it retries. */
export function RetryButton({
  retry,
  retrying,
  tone = 'plain',
}: Pick<Failure, 'retry' | 'retrying'> & { tone?: 'plain' | 'link' }) {
  if (retry === null) return null
  return (
    <Button tone={tone} busy={retrying} onClick={retry}>
      {retrying ? 'Trying again…' : 'Retry'}
    </Button>
  )
}

export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}

/** The next page of a list. */
export function MoreButton({ more }: { more: { load: () => void; loading: boolean } | null }) {
  if (more === null) return null
  return (
    <p className="more">
      <Button busy={more.loading} onClick={more.load}>
        {more.loading ? 'Loading…' : 'Show more'}
      </Button>
    </p>
  )
}
