import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { BUCKETS, COMPARISONS, FILTER_OPERATORS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { FUNNEL_SPLITS } from '@half-measure/shared/stats/funnels.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'

/** A parameter of a query, as OpenAPI 3.1 has it. */
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

const instant = { type: 'string', format: 'date-time' }
const whole = (minimum: number, maximum: number, fallback: number) => ({
  type: 'integer',
  minimum,
  maximum,
  default: fallback,
})

/** Of nearly every endpoint. */
export const RANGE: readonly Parameter[] = [
  query('from', instant, 'Beginning of the range, included.', true),
  query('to', instant, 'End of the range, not included.', true),
  query(
    'tz',
    { type: 'string', default: 'Europe/London' },
    'IANA time zone in which days, weeks and months begin.',
  ),
  query(
    'bots',
    { type: 'string', enum: ['exclude', 'include'], default: 'exclude' },
    'Whether sessions of self-declared bots count.',
  ),
]

/** Of the query engine. */
export const QUERY: readonly Parameter[] = [
  ...RANGE,
  {
    ...query(
      'metrics',
      { type: 'array', items: { type: 'string', enum: Metric.options }, default: ['page_views', 'sessions'] },
      'Figures, by commas.',
    ),
    style: 'form',
    explode: false,
  },
  query('by', { type: 'string', enum: Dimension.options }, 'Splits by the values of a dimension.'),
  query('interval', { type: 'string', enum: [...BUCKETS] }, 'Splits by time instead.'),
  {
    ...query(
      'f',
      {
        type: 'array',
        items: {
          type: 'string',
          pattern: `^(${FILTER_OPERATORS.join('|')}),(${Dimension.options.join('|')}),.*$`,
        },
      },
      'A filter: operator, dimension and values, such as `is,page,/stories|/about`. May stand several times; all have to hold. In values, `\\` goes before `|` and `\\`.',
    ),
    style: 'form',
    explode: true,
  },
  query(
    'compare',
    { type: 'string', enum: [...COMPARISONS] },
    'Also of the range before: as long, shifted by whole weeks, or 52 weeks earlier.',
  ),
  query(
    'order',
    { type: 'string' },
    'Of a breakdown: a requested metric, with `-` before it for the highest first.',
  ),
  query('search', { type: 'string', maxLength: 200 }, 'Of a breakdown: text within the value.'),
  query('limit', whole(1, 1_000, 10), 'Of a breakdown: rows.'),
  query('offset', whole(0, 100_000, 0), 'Of a breakdown: rows to leave out first.'),
]

/** Which sessions are kept. */
export const FILTER = QUERY.filter(({ name }) => name === 'f')
const COMPARE = QUERY.filter(({ name }) => name === 'compare')

/** @param fallback rows, where nothing is said. */
export const limit = (fallback: number) => query('limit', whole(1, 100, fallback), 'Rows.')

export const DAY_OR_HOUR = query(
  'interval',
  { type: 'string', enum: ['hour', 'day'], default: 'day' },
  'Length of a bucket.',
)

/** Self-declared bots are never in it. */
export const COVERAGE: readonly Parameter[] = [
  ...RANGE.filter(({ name }) => name !== 'bots'),
  query(
    'interval',
    { type: 'string', enum: [...BUCKETS] },
    'Length of a bucket; without it the totals alone.',
  ),
  ...COMPARE,
]

export const EXPERIMENT: readonly Parameter[] = [
  query('test', { type: 'string', enum: EXPERIMENTS.map(({ name }) => name) }, 'Name of the test.', true),
  query('goal', { type: 'string', enum: ExperimentGoal.options }, 'The test’s own goal by default.'),
  query('until', instant, 'What was known at this moment.'),
]

export const SLUG: Parameter = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'Last part of the article’s address.',
  schema: { type: 'string' },
}

export const JOURNEY: readonly Parameter[] = [
  query('page', { type: 'string', pattern: '^/' }, 'Path of the page that is gone out from.', true),
  query(
    'direction',
    { type: 'string', enum: ['next', 'previous'], default: 'next' },
    'Onwards or backwards.',
  ),
  ...FILTER,
  query('steps', whole(1, 5, 3), 'Pages to follow.'),
  limit(10),
]

export const FUNNEL: readonly Parameter[] = [
  {
    ...query(
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
    style: 'form',
    explode: true,
  },
  query('window_minutes', whole(1, 1_440, 30), 'From the first step to the last.'),
  query('by', { type: 'string', enum: [...FUNNEL_SPLITS] }, 'Splits by a property of whole sessions.'),
  ...FILTER,
  ...COMPARE,
]
