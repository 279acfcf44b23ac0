import type { ReactNode } from 'react'

export interface NamedFigure {
  label: string
  value: ReactNode
  /** What it is held against, or made of. */
  note?: string | undefined
}

/** Single figures beside each other. */
export function FigureList({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className="figure-list">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure-value">{value}</dd>
          {note !== undefined && <dd className="entry-facts">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
