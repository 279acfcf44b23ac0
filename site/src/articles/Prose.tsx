import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { ProseBody, ProseComponents } from './article.ts'

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

/** Wide tables scroll inside themselves, by keyboard too. */
function ScrollingTable({ 'aria-label': name, ...props }: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to take focus
    <section className="table-scroll" aria-label={name} tabIndex={0}>
      <table {...props} />
    </section>
  )
}

const components: ProseComponents = { PullQuote, InfoBox, KeyTakeaway, table: ScrollingTable }

/** Prose in the house's type, with the components it may use. */
export function Prose({ Body }: { readonly Body: ProseBody }) {
  return (
    <div className="prose">
      <Body components={components} />
    </div>
  )
}
