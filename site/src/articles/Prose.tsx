import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Article, ProseComponents } from './article.ts'
import { findArticle } from './library.ts'

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

/** A link to an article that is not out yet is set as plain text: readers meet no dead links. */
function ProseLink({ href = '', children, ...rest }: ComponentPropsWithoutRef<'a'>) {
  const slug = /^\/articles\/([^/#?]+)/.exec(href)?.[1]
  if (slug !== undefined && !findArticle(slug)) return <>{children}</>
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  )
}

/** Wide tables scroll inside themselves, by keyboard too. */
function ProseTable(props: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to take focus
    <section className="table-scroll" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </section>
  )
}

const components: ProseComponents = { PullQuote, InfoBox, KeyTakeaway, a: ProseLink, table: ProseTable }

export function Prose({ Body }: Pick<Article, 'Body'>) {
  return (
    <div className="prose">
      <Body components={components} />
    </div>
  )
}
