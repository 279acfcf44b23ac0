import { useId, type ReactNode } from 'react'

interface PanelProps {
  title: string
  /** What the figures are, in a few words. */
  note?: string
  /** What the panel is set by. */
  tools?: ReactNode
  children: ReactNode
}

export function Panel({ title, note, tools, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p>{note}</p>}
        {tools}
      </header>
      {children}
    </section>
  )
}
