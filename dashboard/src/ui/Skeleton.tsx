interface SkeletonProps {
  rows: number
}

/** Grey rows in the size of a list that is on its way. */
export function Skeleton({ rows }: SkeletonProps) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
