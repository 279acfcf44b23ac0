import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { type Block, button, link, paragraph, type Letter } from '../mail/letter.ts'
import { changeWords, figureWords } from './figure-words.ts'
import { type Ranked, REPORTED, type WeeklyFigures } from './report-figures.ts'

/** The week in a letter. @param dashboard its origin. */
export function weeklyLetter(figures: WeeklyFigures, dashboard: string): Letter {
  const { week, totals, before, articles, channels, conversions } = figures
  const visits = figureWords('count', totals.sessions)
  const change = changeWords('count', totals.sessions, before.sessions)
  const days = `${date.format(new Date(week.from))} to ${date.format(new Date(Date.parse(week.to) - 1))}`
  return {
    subject: `The week: ${visits} visits${change && `, ${change}`}`,
    preview: days,
    title: 'The week in figures',
    blocks: [
      paragraph(`${days}, held against the week before. Bots are left out.`),
      {
        kind: 'facts',
        rows: REPORTED.map((metric) => {
          const { label, unit } = METRICS[metric]
          const words = [figureWords(unit, totals[metric]), changeWords(unit, totals[metric], before[metric])]
          return [label, words.filter(Boolean).join(', ')] as const
        }),
      },
      ...list('Most read, in visits', articles),
      ...list('Where visits came from', channels),
      ...list('What readers did', conversions),
      paragraph(deliveryWords(figures)),
      button('Open the dashboard', `${dashboard}/admin/explore`),
    ],
    closing: [
      paragraph('You get this on Mondays because you asked for it in the dashboard.'),
      link('Change that', `${dashboard}/admin/reports`),
    ],
  }
}

function list(title: string, ranked: readonly Ranked[]): Block[] {
  if (ranked.length === 0) return []
  const rows = ranked.map(({ name, count }) => [nameWords(name), figureWords('count', count)] as const)
  return [paragraph(title), { kind: 'facts', rows }]
}

/** `newsletter_signup` as people say it; the empty value is that of none. */
function nameWords(name: string): string {
  return name === '' ? 'none' : name.replaceAll('_', ' ')
}

function deliveryWords({ delivery }: WeeklyFigures): string {
  if (!delivery) return 'The account of events cannot be told at this moment: see the Delivery page.'
  const { received, duplicates, rejected, stored, pending, dead_letters, erased, expired, accepted } =
    delivery
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  const balances =
    received === accepted + duplicates + refused &&
    accepted === stored + pending + dead_letters + erased + expired
  const audit = delivery.last_audit
  const audited = audit === null ? 'no audit yet' : `last audit ${audit.ok ? 'in order' : 'NOT in order'}`
  const words = `${figureWords('count', received)} events received since the beginning, ${figureWords('count', stored)} stored, ${figureWords('count', dead_letters)} dead letters`
  return `The account ${balances ? 'adds up' : 'does NOT add up'}: ${words}; ${audited}.`
}

const date = new Intl.DateTimeFormat(publication.language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: publication.timeZone,
})
