import type { Failure } from './answer.ts'

type RetryButtonProps = Pick<Failure, 'retry' | 'retrying'>

/** Stays in place and focusable while the attempt runs. */
export function RetryButton({ retry, retrying }: RetryButtonProps) {
  return (
    <button type="button" className="button" aria-disabled={retrying} onClick={() => !retrying && retry()}>
      {retrying ? 'Trying again…' : 'Retry'}
    </button>
  )
}
