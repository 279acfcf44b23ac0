import type { Failure } from './answer.ts'

interface RetryButtonProps extends Pick<Failure, 'retry' | 'retrying'> {
  quiet?: boolean
}

/** Stays in place and focusable while the attempt runs. */
export function RetryButton({ retry, retrying, quiet = false }: RetryButtonProps) {
  return (
    <button
      type="button"
      className={quiet ? 'link-button' : 'button'}
      aria-disabled={retrying}
      onClick={() => !retrying && retry()}
    >
      {retrying ? 'Trying again…' : 'Retry'}
    </button>
  )
}
