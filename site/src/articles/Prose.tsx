import type { ReactNode, ComponentPropsWithoutRef } from 'react'
import { authors } from '../../content/authors.ts'
import type { ProseBody, ProseComponents } from './article.ts'
import { BarChart, LineChart } from './Charts.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'
import type { SPOTS } from '../pictures/scenes/spots.ts'

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

/** A small picture between two paragraphs. */
function Spot({ name, alt }: { readonly name: keyof typeof SPOTS; readonly alt: string }) {
  return (
    <figure className="spot">
      <Picture slug={name} crop="spot" alt={alt} sizes="(min-width: 48rem) 42rem, 88vw" />
    </figure>
  )
}

/** The writers' portraits in a row, each leading to their page. */
function Portraits() {
  return (
    <ul className="portraits">
      {authors.map(({ slug, name, portraitAlt }) => (
        <li key={slug}>
          <a href={paths.author(slug)}>
            <Picture slug={slug} crop="square" alt={portraitAlt} sizes="8rem" />
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

const components: ProseComponents = {
  PullQuote,
  InfoBox,
  KeyTakeaway,
  UnitsLine,
  LineChart,
  BarChart,
  Spot,
  Portraits,
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

/** Wide tables scroll inside themselves, by keyboard too; `scrolling-places.ts` keeps Tab from those that need not. */
export function ScrollingTable({ 'aria-label': name, ...props }: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to take focus
    <section className="table-scroll" aria-label={name} tabIndex={0}>
      <table {...props} />
    </section>
  )
}

/** The low-risk guideline, worded the same wherever amounts of alcohol are discussed. */
export function UnitsLine() {
  return (
    <p className="units-line">
      For people aged 18 and over. The UK Chief Medical Officers’ low-risk guideline is no more than 14
      {'\u00a0'}units a week, spread over three or more days. More at{' '}
      <a href="https://www.drinkaware.co.uk/low-risk-drinking-guidelines">Drinkaware</a>.
    </p>
  )
}
