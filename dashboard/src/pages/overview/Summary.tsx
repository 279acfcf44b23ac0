import { readSummary } from '@half-measure/shared/routes/stats.ts'
import type { Summary } from '@half-measure/shared/stats/overview.ts'
import { Link } from 'react-router-dom'
import { LIVE, useReport } from '../../api/stats.ts'
import type { UsedScope } from '../../filters/use-scope.ts'
import { countOf, formatCount, formatRate } from '@half-measure/shared/format-figures.ts'
import { type Period, periodOf } from '../../time/period.ts'
import { Loaded } from '../../ui/Loaded.tsx'

/** The four specified cards. Their labels stand while the figures are loading. */
export function SummaryCards({ period }: { period: Period }) {
  const result = useReport(readSummary, period, {}, LIVE)
  return (
    <section aria-label="Summary">
      <Loaded result={result} placeholder={<Cards />}>
        {(summary) => <Cards summary={summary} />}
      </Loaded>
    </section>
  )
}

function Cards({ summary }: { summary?: Summary }) {
  const cards = [
    {
      label: 'Page Views',
      figure: summary && formatCount(summary.page_views),
      detail: summary && countOf(summary.unique_sessions, 'unique session'),
    },
    {
      label: 'Click Events',
      figure: summary && formatCount(summary.click_events),
      detail: summary && countOf(summary.unique_element_types, 'unique element type'),
    },
    {
      label: 'Conversions',
      figure: summary && formatCount(summary.conversions),
      detail: summary && `${formatRate(summary.conversion_rate)} conversion rate: conversions by page views`,
    },
    { label: 'A/B Tests', figure: summary && formatCount(summary.active_tests), detail: 'Active tests' },
  ]
  return (
    <dl className="cards">
      {cards.map(({ label, figure, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure card-figure">{figure}</dd>
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
  // The two results are of different moments: the later one may know of more readers.
  const botEvents = Math.max(0, eventsOf(all) - eventsOf(without))
  if (bots === 'include') return `${countOf(botEvents, 'event')} of self-declared bots included.`
  return botEvents === 0 ? null : `${countOf(botEvents, 'event')} of self-declared bots left out.`
}

function eventsOf({ page_views, click_events, conversions }: Summary): number {
  return page_views + click_events + conversions
}
