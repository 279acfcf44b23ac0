import { Link } from 'react-router-dom'

interface EstimateNoteProps {
  isExact: boolean
  /** Whether exact figures were asked for. */
  isAskedFor: boolean
  /** The address of the same view the other way. */
  to: string
}

/** Says so where figures are estimates, and leads to exact ones; nothing where they are exact anyway. */
export function EstimateNote({ isExact, isAskedFor, to }: EstimateNoteProps) {
  if (isExact && !isAskedFor) return null
  return (
    <p className="estimate-note">
      {isExact ? 'Counted exactly, which takes longer.' : 'Figures of visits are estimates here.'}{' '}
      <Link to={to} preventScrollReset>
        {isAskedFor ? 'Estimate them where there are very many' : 'Count them exactly'}
      </Link>
    </p>
  )
}
