import { dashboardPaths } from '@half-measure/shared/dashboard-paths.ts'
import { formatCount, formatFigure } from '@half-measure/shared/format-figures.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { type Banners, NOTABLE_POINTS } from '@half-measure/shared/stats/coverage.ts'
import { definitionText, WHO_IS_COUNTED } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSION_DEFINITIONS, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, REPORTED_METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Block, button, type EmailContent, link, paragraph } from '../../email/email-content.ts'
import { formatChange } from '../format-change.ts'
import type { ReportWeek } from './report-week.ts'
import { isBehind, type Ranked, type WeeklyFigures } from './weekly-figures.ts'

const date = new Intl.DateTimeFormat(publication.language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: publication.timeZone,
})

const moment = new Intl.DateTimeFormat(publication.language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: publication.timeZone,
})

/** @param dashboard its origin. */
export function weeklyEmail(figures: WeeklyFigures, dashboard: string): EmailContent {
  const { week, totals, before, articles, channels, goals } = figures
  const sessions = formatFigure('count', totals.sessions)
  const change = formatChange('count', totals.sessions, before.sessions)
  const days = `${date.format(new Date(week.from))} to ${date.format(new Date(Date.parse(week.to) - 1))}`
  return {
    subject: `The week${isBehind(figures) ? ', incomplete' : ''}: ${sessions} sessions${change && `, ${change}`}`,
    preview: days,
    title: 'The week in figures',
    blocks: [
      paragraph(`${days}${comparedText(figures)} ${WHO_IS_COUNTED}`),
      {
        kind: 'fields',
        rows: REPORTED_METRICS.map((metric) => {
          const { label, unit } = METRICS[metric]
          const value = formatFigure(unit, totals[metric])
          return [
            label,
            [value, formatChange(unit, totals[metric], before[metric], [totals.sessions, before.sessions])]
              .filter(Boolean)
              .join(', '),
          ]
        }),
      },
      ...coverageText(figures).map(paragraph),
      ...list('Articles by sessions', articles),
      ...list('Channels by sessions', channels),
      ...list('Goals by conversion type', goals),
      paragraph(deliveryText(figures)),
      button('Open the dashboard', `${dashboard}${dashboardPaths.explore}?${daysOf(week)}`),
    ],
    closing: [
      paragraph('What these figures count:'),
      ...REPORTED_METRICS.map((metric) => paragraph(definitionText(METRICS[metric]))),
      ...(['page', 'channel', 'event_type'] as const).map((dimension) =>
        paragraph(`By ${DIMENSIONS[dimension].toLowerCase()}: ${DIMENSION_DEFINITIONS[dimension] ?? ''}`),
      ),
      paragraph('You get this on Mondays because you turned it on in the dashboard.'),
      link('Change that', `${dashboard}${dashboardPaths.reports}`),
    ],
  }
}

/** The week in the dashboard's URL. */
function daysOf({ monday }: ReportWeek): string {
  const to = Temporal.PlainDate.from(monday).add({ days: 6 })
  return new URLSearchParams({ from: monday, to: to.toString() }).toString()
}

/** What changes are measured against, or why there are none. */
function comparedText(figures: WeeklyFigures): string {
  const { before, week, countedSince, asOf } = figures
  if (isBehind(figures))
    return `. These figures are incomplete: they end on ${moment.format(new Date(asOf))} UK time, because later events are still waiting to be loaded. So they are compared with nothing. Nothing is lost: the dashboard has them all once they are loaded.`
  if (before.sessions !== null && before.sessions !== undefined) return ', compared with the week before.'
  if (countedSince === null || countedSince >= week.to) return '. Nothing was counted yet.'
  return `. Measured since ${date.format(new Date(countedSince))}, so there is no whole week to compare with.`
}

function list(title: string, ranked: readonly Ranked[]): Block[] {
  if (ranked.length === 0) return []
  const rows = ranked.map(({ name, count }) => [name, formatCount(count)] as const)
  return [paragraph(title), { kind: 'fields', rows }]
}

function coverageText({ coverage, ...figures }: WeeklyFigures): string[] {
  // Page loads are counted at once, whether or not events are loaded.
  if (!coverage || isBehind(figures)) return []
  const { totals, compared } = coverage
  const before = compared?.coverage ?? null
  if (totals.coverage === null)
    return ['No page loads were counted, so it is not known what these figures miss.']
  const loads = formatCount(totals.page_loads)
  const change = formatChange('percent', totals.coverage, before)
  const share = `These figures cover ${Math.round(totals.coverage)}% of ${loads} page loads${change && `, ${change}`}.`
  const isNotable = before !== null && Math.abs(totals.coverage - before) >= NOTABLE_POINTS
  const covered = isNotable
    ? `${share} So part of the change in sessions and page views is a change in how many readers accept.`
    : share
  return [covered, ...bannerText(totals.banners)]
}

function bannerText({ shown, accepted, rejected, ignored }: Banners): string[] {
  if (shown === 0) return []
  const [yes, no, none] = [accepted, rejected, ignored].map((part) => `${Math.round((part / shown) * 100)}%`)
  return [
    `Of ${formatCount(shown)} consent banners shown, ${yes} were accepted, ${no} rejected and ${none} not answered.`,
  ]
}

/** The verdict of the last reconciliation, made at a pause: figures read while events arrive do not add up. */
function deliveryText({ delivery }: WeeklyFigures): string {
  if (!delivery) return 'The delivery report is not available at the moment; see the Data quality page.'
  const { received, stored, dead_letters, last_reconciliation: last } = delivery
  const counts = `${formatCount(received)} events received in all, ${formatCount(stored)} stored, ${formatCount(dead_letters)} dead letters`
  if (last === null) return `Delivery: ${counts}. They have not been reconciled yet.`
  const day = date.format(new Date(last.at))
  return last.ok
    ? `Delivery adds up, by the reconciliation of ${day}: ${counts}.`
    : `Delivery did NOT add up at the reconciliation of ${day}; see the Data quality page. ${counts}.`
}
