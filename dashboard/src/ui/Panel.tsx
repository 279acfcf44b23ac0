import { type ReactNode, useId } from 'react'
import type { Delta } from '../format/metric.ts'
import { DeltaMark } from './DeltaMark.tsx'
import type { SelectProps } from './Form.tsx'

interface PanelProps {
  title: string
  /** What the figures are, in a few words. */
  note?: string | undefined
  /** Controls of the panel. */
  tools?: ReactNode
  children: ReactNode
}

export function Panel({ title, note, tools, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="note">{note}</p>}
        {tools}
      </header>
      {children}
    </section>
  )
}

/** A choice among a few values, all of them visible: a tool of a panel. */
export function SmallTabs<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <fieldset className="small-tabs row" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

export interface NamedFigure {
  label: string
  value: ReactNode
  /** What it is compared with, or made of. */
  note?: string | undefined
  /** Null where there is nothing to compare. */
  change?: Delta | null | undefined
}

/** Single figures beside each other. */
export function FigureList({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note, change }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure">{value}</dd>
          {change && (
            <dd>
              <DeltaMark delta={change} />
            </dd>
          )}
          {note !== undefined && <dd className="note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

interface EntryProps {
  name: ReactNode
  details?: ReactNode
  actions?: ReactNode
  /** Beneath all that, as wide as the list. */
  below?: ReactNode
  children?: ReactNode
}

/** A list item with its actions. */
export function Entry({ name, details, actions, below, children }: EntryProps) {
  return (
    <li className="row spread">
      <div>
        <p className="entry-name">{name}</p>
        {details !== undefined && <p className="note">{details}</p>}
        {children}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
      {below && <div className="entry-below">{below}</div>}
    </li>
  )
}
