import { COVERAGE_DEFINITIONS } from '@half-measure/shared/stats/coverage-definitions.ts'
import {
  DEFINITIONS,
  type FigureDefinition,
  fileHeader,
  WHO_IS_COUNTED,
} from '@half-measure/shared/stats/definitions.ts'
import { LINK_STATE_DEFINITIONS } from '@half-measure/shared/stats/link-health.ts'
import { Dimension, DIMENSION_DEFINITIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric, METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import {
  VITAL_DEFINITIONS,
  VITAL_REPORT_DEFINITIONS,
} from '@half-measure/shared/stats/web-vital-definitions.ts'

type Fields = Readonly<Record<string, FigureDefinition>>

const ARTICLE: Fields = {
  views: METRICS.page_views,
  sessions: DEFINITIONS.articleSessions,
  reached: DEFINITIONS.scrollDepth,
  engaged_seconds: METRICS.engaged_time,
  median_engaged_seconds: METRICS.median_engaged_time,
  engaged_part: DEFINITIONS.readingTime,
  exits: DEFINITIONS.articleExits,
  dead_ends: DEFINITIONS.deadEnds,
  conversion_rate: DEFINITIONS.articleConversionRate,
  after_reading: DEFINITIONS.afterReading,
  leads_to: DEFINITIONS.leadsTo,
  first: DEFINITIONS.firstDays,
}

/** What the fields of a response count, by the path of its endpoint; the fields of `query` are metrics. */
const FIELDS: Readonly<Record<string, Fields>> = {
  summary: {
    page_views: DEFINITIONS.overviewViews,
    click_events: DEFINITIONS.overviewClicks,
    conversions: DEFINITIONS.overviewConversions,
    active_tests: DEFINITIONS.overviewTests,
  },
  timeseries: { page_views: METRICS.page_views, unique_sessions: DEFINITIONS.overviewViews },
  coverage: {
    page_loads: COVERAGE_DEFINITIONS.pageLoads,
    bot_loads: COVERAGE_DEFINITIONS.botLoads,
    coverage: COVERAGE_DEFINITIONS.coverage,
    'banners.shown': COVERAGE_DEFINITIONS.bannersShown,
    'banners.ignored': COVERAGE_DEFINITIONS.bannersIgnored,
    compared: COVERAGE_DEFINITIONS.comparison,
  },
  'top-pages': { views: METRICS.page_views },
  'top-elements': { clicks: METRICS.clicks },
  conversions: { count: DEFINITIONS.overviewConversions },
  experiments: { assignments: DEFINITIONS.assignments },
  'experiments/results': {
    exposures: DEFINITIONS.exposedSessions,
    converters: DEFINITIONS.converted,
    rate: DEFINITIONS.variantRate,
    'rate, by value': DEFINITIONS.variantValue,
    comparison: DEFINITIONS.variantDifference,
  },
  'web-vitals': { ...VITAL_DEFINITIONS, ...VITAL_REPORT_DEFINITIONS },
  articles: ARTICLE,
  'articles/{slug}': {
    ...ARTICLE,
    'next, previous': DEFINITIONS.journeySessions,
    ended: DEFINITIONS.journeyEnd,
  },
  journeys: { sessions: DEFINITIONS.journeySessions, ended: DEFINITIONS.journeyEnd },
  'funnels/result': { sessions: DEFINITIONS.funnelSessions, lost: DEFINITIONS.funnelDropOut },
  affiliate: {
    clicks: DEFINITIONS.affiliateClicks,
    sessions: DEFINITIONS.affiliateSessions,
    pounds: DEFINITIONS.affiliateValue,
    earnings: DEFINITIONS.commissions,
    per_click: DEFINITIONS.epc,
    clicks_per_thousand: DEFINITIONS.clicksPerThousand,
  },
  links: {
    clicks: DEFINITIONS.linkClicks,
    ...Object.fromEntries(
      Object.entries(LINK_STATE_DEFINITIONS).map(([state, definition]) => [`state, ${state}`, definition]),
    ),
  },
}

/** What the figures of an endpoint count, in Markdown; undefined where it has none. */
export function definitionsOf(path: string): string | undefined {
  const fields = FIELDS[path]
  if (!fields) return undefined
  const lines = Object.entries(fields).map(([name, { definition }]) => `- \`${name}\`: ${definition}`)
  return [WHO_IS_COUNTED, '', ...lines].join('\n')
}

/** Name, unit and definition of each metric, in Markdown. */
export const METRIC_LINES = Metric.options
  .map((metric) => `- \`${metric}\`, ${fileHeader(METRICS[metric])}`)
  .join('\n')

/** Meaning of dimension values that their names do not explain. */
export const DIMENSION_LINES = Dimension.options
  .flatMap((dimension) => {
    const definition = DIMENSION_DEFINITIONS[dimension]
    return definition === undefined ? [] : [`- \`${dimension}\`: ${definition}`]
  })
  .join('\n')
