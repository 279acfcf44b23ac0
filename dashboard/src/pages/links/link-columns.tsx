import { countOf, formatCount, NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import {
  type CheckedLink,
  isPartnerLink,
  LINK_STATE_DEFINITIONS,
  LINK_STATES,
  type LinkState,
} from '@half-measure/shared/stats/link-health.ts'
import { Link } from 'react-router-dom'
import { type ScopeLinks, pageHref } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { formatMoment } from '../../format/time.ts'
import { type Column, figureColumn, textColumn } from '../../ui/Table.tsx'
import { checkText, linkName, movedTo } from './link-text.ts'

interface ColumnOptions {
  scope: ScopeLinks
  /** The magazine's origin. */
  site: string
  /** Whether any link was checked yet. */
  isChecked: boolean
}

export function linkColumns({ scope, site, isChecked }: ColumnOptions): Column<CheckedLink>[] {
  return [
    {
      id: 'link',
      header: 'Link',
      value: ({ href }) => href,
      render: ({ href }) => <OpenLink href={isPartnerLink(href) ? site + href : href} name={href} />,
    },
    {
      id: 'state',
      header: 'State',
      value: ({ state }) => LINK_STATES.indexOf(state),
      saved: [{ header: 'State', value: ({ state }) => LINK_STATE_DEFINITIONS[state].label }],
      render: ({ state }) => <StateMark state={state} />,
    },
    ...(isChecked ? CHECK_COLUMNS : []),
    figureColumn(DEFINITIONS.linkClicks, (link) => link.clicks, formatCount, { id: 'clicks' }),
    {
      header: 'On',
      value: ({ pages }) => pages.join(' '),
      render: ({ pages }) => <Pages pages={pages} scope={scope} />,
    },
  ]
}

const CHECK_COLUMNS: readonly Column<CheckedLink>[] = [
  textColumn('Found', (link) => checkText(link) || NO_FIGURE),
  textColumn('Since', ({ failing_since }) =>
    failing_since === null ? NO_FIGURE : formatMoment(failing_since),
  ),
  {
    header: 'Moved to',
    isMinor: true,
    value: movedTo,
    render: (link) => {
      const url = movedTo(link)
      return url === null ? NO_FIGURE : <OpenLink href={url} name={url} />
    },
  },
  figureColumn(
    {
      label: 'Time',
      unit: 'milliseconds',
      definition: 'Time that the last check took, with all requests and redirects.',
    },
    ({ check }) => check?.ms ?? null,
    (ms) => `${formatCount(ms)} ms`,
    { id: 'ms', isMinor: true },
  ),
]

function OpenLink({ href, name }: { href: string; name: string }) {
  return (
    <a className="link-address" href={href} title={href} rel="noreferrer" target="_blank">
      {linkName(name)}
    </a>
  )
}

const MARKS: Record<LinkState, { shape: string; rating?: string }> = {
  dead: { shape: '▲', rating: 'poor' },
  failing: { shape: '◆', rating: 'needs improvement' },
  refused: { shape: '○' },
  working: { shape: '●', rating: 'good' },
  unchecked: { shape: '·' },
}

function StateMark({ state }: { state: LinkState }) {
  const { shape, rating } = MARKS[state]
  return (
    <span className="rating" data-rating={rating}>
      <span aria-hidden="true">{shape}</span> {LINK_STATE_DEFINITIONS[state].label}
    </span>
  )
}

/** The first of its pages, and how many others there are. */
function Pages({ pages: [first, ...others], scope }: { pages: readonly string[]; scope: ScopeLinks }) {
  const labelOf = useValueLabel()
  if (first === undefined) return NO_FIGURE
  return (
    <>
      <Link to={pageHref(scope, first)}>{labelOf('page', first)}</Link>
      {others.length > 0 && (
        <span title={others.map((page) => labelOf('page', page)).join('\n')}>
          {' '}
          and {countOf(others.length, 'other')}
        </span>
      )}
    </>
  )
}
