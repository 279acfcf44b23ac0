import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { COVERAGE_DIMENSIONS } from '@half-measure/shared/stats/coverage.ts'
import { COMPARED_DAYS_PATTERN, COMPARISONS } from '@half-measure/shared/stats/engine/comparison.ts'
import { BUCKETS, FILTER_OPERATORS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { EVENT_TABLES } from '@half-measure/shared/stats/event-export.ts'
import { HISTORY_SPLITS } from '@half-measure/shared/stats/imported-history.ts'
import { FUNNEL_SPLITS } from '@half-measure/shared/stats/funnels.ts'
import { DIMENSION_LINES, METRIC_LINES } from './figure-definitions.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'

/** A request parameter, in the form of OpenAPI 3.1. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required: boolean
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly style?: 'form'
  readonly explode?: boolean
}

type Schema = Parameter['schema']

function query(name: string, schema: Schema, description: string, required = false): Parameter {
  return { name, in: 'query', required, description, schema }
}

function filterBy(dimensions: readonly Dimension[]): Parameter {
  const items = { type: 'string', pattern: `^(${FILTER_OPERATORS.join('|')}),(${dimensions.join('|')}),.*$` }
  return repeatable(
    query(
      'f',
      { type: 'array', items },
      'A filter: operator, dimension and values, such as `is,page,/stories|/about`. Repeatable: all filters must match. Within a value, write `\\` before `|` and `\\`.',
    ),
  )
}

function repeatable(parameter: Parameter): Parameter {
  return { ...parameter, style: 'form', explode: true }
}

function oneOf(values: readonly string[], fallback?: string): Schema {
  return { type: 'string', enum: values, ...(fallback !== undefined && { default: fallback }) }
}

const instant = { type: 'string', format: 'date-time' }
const whole = (minimum: number, maximum: number, fallback: number) => ({
  type: 'integer',
  minimum,
  maximum,
  default: fallback,
})

/** Parameters of nearly every endpoint. */
export const RANGE: readonly Parameter[] = [
  query('from', instant, 'Beginning of the range, included; a whole hour in UTC.', true),
  query('to', instant, 'End of the range, not included; a whole hour in UTC.', true),
  query(
    'tz',
    { type: 'string', default: 'Europe/London' },
    'IANA time zone in which days, weeks and months begin.',
  ),
  query('bots', oneOf(['exclude', 'include'], 'exclude'), 'Whether sessions of self-declared bots count.'),
]

/** Parameters of the query engine. */
export const QUERY: readonly Parameter[] = [
  ...RANGE,
  {
    ...query(
      'metrics',
      { type: 'array', items: oneOf(Metric.options), default: ['page_views', 'sessions'] },
      `Metrics, separated by commas.\n\n${METRIC_LINES}`,
    ),
    style: 'form',
    explode: false,
  },
  query('by', oneOf(Dimension.options), `Splits by the values of a dimension.\n\n${DIMENSION_LINES}`),
  query('interval', oneOf(BUCKETS), 'Splits by time instead. Weeks begin on Monday.'),
  filterBy(Dimension.options),
  query(
    'compare',
    { anyOf: [oneOf(COMPARISONS), { type: 'string', pattern: COMPARED_DAYS_PATTERN.source }] },
    'Adds the figures of another range: `previous`, the one just before; `week`, the same length a whole number of weeks earlier; `month` and `year`, the same days of the calendar a month or a year earlier; `year_weekdays`, 52 weeks earlier; or other days, such as `2026-08-01..2026-08-28`, both included. Of a range that is not over, as much is compared as has passed.',
  ),
  query(
    'order',
    { type: 'string' },
    'Breakdowns only: a requested metric to sort by; with `-` in front, highest first.',
  ),
  query(
    'search',
    { type: 'string', maxLength: 200 },
    'Breakdowns only: text that the value contains or, for pages, the title.',
  ),
  query('limit', whole(1, 1_000, 10), 'Breakdowns only: maximum number of rows.'),
  query(
    'offset',
    whole(0, 100_000, 0),
    'Breakdowns only: number of rows to skip. For tokens, a breakdown ends with the 1,000 values that have the most sessions, and `row_count` with them.',
  ),
]

export const FILTER = QUERY.filter(({ name }) => name === 'f')
export const COMPARE = QUERY.filter(({ name }) => name === 'compare')

/** @param fallback number of rows by default. */
export const limit = (fallback: number) => query('limit', whole(1, 100, fallback), 'Maximum number of rows.')

export const EVENT_EXPORT: readonly Parameter[] = [
  query('table', oneOf(EVENT_TABLES), 'Table of the events.', true),
  query('day', { type: 'string', format: 'date' }, 'Day of the events, in UTC.', true),
]

export const DAY_OR_HOUR = query('interval', oneOf(['hour', 'day'], 'day'), 'Length of a bucket.')

/** Without `bots`: coverage never counts self-declared bots. */
export const COVERAGE: readonly Parameter[] = [
  ...RANGE.filter(({ name }) => name !== 'bots'),
  query(
    'interval',
    oneOf(BUCKETS),
    'Length of a bucket; without it the totals alone. Weeks begin on Monday.',
  ),
  filterBy(COVERAGE_DIMENSIONS),
  ...COMPARE,
]

export const EXPERIMENT: readonly Parameter[] = [
  query('test', oneOf(EXPERIMENTS.map(({ name }) => name)), 'Name of the test.', true),
  query('goal', oneOf(ExperimentGoal.options), 'The test’s own goal by default.'),
  query(
    'until',
    instant,
    `The result as it was at this moment; for tokens, the start of a day in ${publication.timeZone}.`,
  ),
]

export const SLUG: Parameter = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'Last part of the article’s address.',
  schema: { type: 'string' },
}

export const JOURNEY: readonly Parameter[] = [
  query('page', { type: 'string', pattern: '^/' }, 'Path of the page to start from.', true),
  query('direction', oneOf(['next', 'previous'], 'next'), 'Onwards or backwards.'),
  ...FILTER,
  ...COMPARE,
  query('steps', whole(1, 5, 3), 'Pages to follow.'),
  limit(10),
]

export const FUNNEL: readonly Parameter[] = [
  repeatable(
    query(
      'step',
      {
        type: 'array',
        items: { type: 'string', pattern: '^(page:/|conversion:|element:).*$' },
        minItems: 2,
        maxItems: 8,
      },
      'Once for each step, in order: `page:/path`, `page:/path/*`, `conversion:<type>` or `element:<type>[:<id>]`.',
      true,
    ),
  ),
  query('window_minutes', whole(1, 1_440, 30), 'From the first step to the last.'),
  query('by', oneOf(FUNNEL_SPLITS), 'Splits by a property of whole sessions.'),
  ...FILTER,
  ...COMPARE,
]

/** Parameters of imported history, which has days but no instants. */
export const IMPORTED: readonly Parameter[] = [
  query('first_day', { type: 'string', format: 'date' }, 'First day, as its provider has it.', true),
  query('last_day', { type: 'string', format: 'date' }, 'Last day, included.', true),
  query('by', oneOf(HISTORY_SPLITS), 'Rows by page, source, country or device, in addition to the days.'),
  query('limit', whole(1, 1_000, 10), 'Rows at most.'),
]
