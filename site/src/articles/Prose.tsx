import type { ReactNode } from 'react'
import type { ProseBody, ProseComponents } from './article.ts'
import { BarChart, LineChart } from './Charts.tsx'
import { ScrollingTable } from './ScrollingTable.tsx'
import { UnitsLine } from './UnitsLine.tsx'

interface BoxProps {
  readonly children: ReactNode
}

function PullQuote({ children }: BoxProps) {
  return <blockquote className="pull-quote">{children}</blockquote>
}

function InfoBox({ title, children }: BoxProps & { readonly title: string }) {
  return (
    <aside className="info-box" aria-label={title}>
      <p className="box-title">{title}</p>
      {children}
    </aside>
  )
}

function KeyTakeaway({ children }: BoxProps) {
  return (
    <aside className="key-takeaway" aria-label="Key takeaway">
      <p className="box-title">Key takeaway</p>
      {children}
    </aside>
  )
}

const components: ProseComponents = {
  PullQuote,
  InfoBox,
  KeyTakeaway,
  UnitsLine,
  LineChart,
  BarChart,
  table: ScrollingTable,
}

/** Prose in the house's type, with the components it may use. */
export function Prose({ Body }: { readonly Body: ProseBody }) {
  return (
    <div className="prose">
      <Body components={components} />
    </div>
  )
}
