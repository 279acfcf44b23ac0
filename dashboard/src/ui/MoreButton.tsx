interface MoreButtonProps {
  /** Null on the last page. */
  more: { load: () => void; loading: boolean } | null
}

/** The next page of a list, below it. */
export function MoreButton({ more }: MoreButtonProps) {
  if (more === null) return null
  return (
    <button
      type="button"
      className="button more"
      aria-disabled={more.loading}
      onClick={() => !more.loading && more.load()}
    >
      {more.loading ? 'Fetching…' : 'Show more'}
    </button>
  )
}
