import type { Summary } from '@half-measure/shared/stats/summary.ts'
import type { Period } from '../filters/period.ts'
import { summary } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { countOf, formatCount, formatRate } from '../format/number.ts'
import { Figures } from '../ui/Figures.tsx'

interface SummaryCardsProps {
  period: Period
}

interface Card {
  label: string
  figure: string
  detail: string
}

/** The four figures everything else explains. */
export function SummaryCards({ period }: SummaryCardsProps) {
  const answer = useStats(summary, period)
  return (
    <section className="cards" aria-label="Summary">
      <Figures answer={answer} skeleton={<Cards cards={blankCards} />}>
        {(data) => <Cards cards={cardsOf(data)} />}
      </Figures>
    </section>
  )
}

function cardsOf(data: Summary): Card[] {
  return [
    {
      label: 'Page Views',
      figure: formatCount(data.page_views),
      detail: countOf(data.unique_sessions, 'unique session'),
    },
    {
      label: 'Click Events',
      figure: formatCount(data.click_events),
      detail: countOf(data.unique_element_types, 'unique element type'),
    },
    {
      label: 'Conversions',
      figure: formatCount(data.conversions),
      detail: `${formatRate(data.conversion_rate)} conversion rate`,
    },
    { label: 'A/B Tests', figure: formatCount(data.active_tests), detail: 'Active tests' },
  ]
}

/** The labels stand while the figures are on their way. */
const blankCards: Card[] = ['Page Views', 'Click Events', 'Conversions', 'A/B Tests'].map((label) => ({
  label,
  figure: '',
  detail: '',
}))

interface CardsProps {
  cards: Card[]
}

function Cards({ cards }: CardsProps) {
  return (
    <dl className="card-row">
      {cards.map(({ label, figure, detail }) => (
        <div key={label} className="card">
          <dt>{label}</dt>
          <dd className="figure-value card-figure">{figure}</dd>
          <dd className="card-detail">{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
