import type { ReactNode } from 'react'
import { Popover } from '../../ui/Popover.tsx'

interface AboutFigureProps {
  label: string
  definition: string
  /** More content, rendered while it is open. */
  children?: () => ReactNode
}

/** The “i” on a card: what its figure counts. */
export function AboutFigure({ label, definition, children }: AboutFigureProps) {
  return (
    <Popover
      label={`About ${label}`}
      button="i"
      buttonClass="metric-about"
      title={`About ${label}`}
      className="metric-details"
    >
      {() => (
        <>
          <h2>{label}</h2>
          <p>{definition}</p>
          {children?.()}
        </>
      )}
    </Popover>
  )
}
