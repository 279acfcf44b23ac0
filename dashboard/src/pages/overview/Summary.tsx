import { readSummary } from '@half-measure/shared/routes/stats.ts'
import type { Summary } from '@half-measure/shared/stats/overview.ts'
import { Link } from 'react-router-dom'
import { LIVE, useReport } from '../../api/stats.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { countOf, formatCount, formatRate } from '@half-measure/shared/format-figures.ts'
import { changeOf } from '../../format/metric.ts'
import { type Period, periodOf } from '../../time/period.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'

interface SummaryCardsProps {
  scope: Pick<UsedScope, 'period' | 'compare'>
  /** False if counting began within the compared range. */
  isCompared: boolean
}

/** The four specified cards. Their labels stand while the figures are loading. */
export function SummaryCards({ scope: { period, compare }, isCompared }: SummaryCardsProps) {
  const result = useReport(readSummary, period, compare === null ? {} : { query: { compare } }, LIVE)
  return (
    <section aria-label="Summary">
      <Loaded result={result} placeholder={<Cards />}>
        {({ compared, ...summary }) => (
          <Cards summary={summary} {...(isCompared && compared && { before: compared })} />
        )}
      </Loaded>
    </section>
  )
}

function Cards({ summary, before }: { summary?: Summary; before?: Summary }) {
  const changeBy = (figure: 'page_views' | 'click_events' | 'conversions') =>
    changeOf({ unit: 'count', better: 'higher' }, summary?.[figure], before?.[figure])
  const cards = [
    {
      label: 'Page Views',
      figure: summary && formatCount(summary.page_views),
      change: changeBy('page_views'),
      detail: summary && countOf(summary.unique_sessions, 'unique session'),
    },
    {
      label: 'Click Events',
      figure: summary && formatCount(summary.click_events),
      change: changeBy('click_events'),
      detail: summary && countOf(summary.unique_element_types, 'unique element type'),
    },
    {
      label: 'Conversions',
      figure: summary && formatCount(summary.conversions),
      change: changeBy('conversions'),
      detail: summary && `${formatRate(summary.conversion_rate)} conversion rate: conversions per page view`,
    },
    {
      label: 'A/B Tests',
      figure: summary && formatCount(summary.active_tests),
      change: null,
      detail: 'Active tests',
    },
  ]
  return (
    <dl className="cards">
      {cards.map(({ label, figure, change, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure card-figure">{figure}</dd>
          {change && (
            <dd>
              <DeltaMark delta={change} />
            </dd>
          )}
          <dd className="card-detail">{detail}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How many events of self-declared bots are left out or included; nothing where there are none. */
export function BotsNote({ scope: { range, today, bots, hrefWith } }: { scope: UsedScope }) {
  const without = useReport(readSummary, periodOf(range, today, 'exclude'), {}, LIVE)
  const all = useReport(readSummary, periodOf(range, today, 'include'), {}, LIVE)
  if (without.status !== 'ready' || all.status !== 'ready') return null
  const note = botsNote(without.data, all.data, bots)
  if (note === null) return null
  const isIncluded = bots === 'include'
  return (
    <p>
      {note}{' '}
      <Link to={hrefWith({ bots: isIncluded ? 'exclude' : 'include' })}>
        {isIncluded ? 'Leave them out' : 'Include them'}
      </Link>
    </p>
  )
}

export function botsNote(without: Summary, all: Summary, bots: Period['bots']): string | null {
  // The two results are from different moments: the later one may have more readers.
  const botEvents = Math.max(0, eventsOf(all) - eventsOf(without))
  if (bots === 'include') return `${countOf(botEvents, 'event')} of self-declared bots included.`
  return botEvents === 0 ? null : `${countOf(botEvents, 'event')} of self-declared bots left out.`
}

function eventsOf({ page_views, click_events, conversions }: Summary): number {
  return page_views + click_events + conversions
}
