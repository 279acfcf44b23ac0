import { wellFormed } from '@half-measure/shared/text.ts'
import type { HistoryDimension, HistoryProvider } from '@half-measure/shared/stats/imported-history.ts'

/** The columns of a table, by meaning. Names are in lower case. */
export interface ReportTable {
  readonly provider: HistoryProvider
  /** The provider's name for it. */
  readonly report: string
  readonly dimension: HistoryDimension
  /** Null if the whole table is about one day. */
  readonly day: 'date' | null
  /** Null for the whole site. */
  readonly value: string | null
  /** Columns that tell the rows of a day apart. Undefined if rows add up whatever their other columns are. */
  readonly keys: readonly string[] | undefined
  readonly page_views: string | undefined
  readonly visits: string | undefined
}

/** Why a table cannot be imported, and what to do, in a sentence. */
export interface NotImportable {
  readonly problem: string
}

/** Tables of Plausible's export: its `imported_….csv` files. Versions differ in their other columns. */
const PLAUSIBLE: readonly (readonly [column: string, report: string, dimension: HistoryDimension])[] = [
  ['page', 'imported_pages', 'page'],
  ['source', 'imported_sources', 'source'],
  ['country', 'imported_locations', 'country'],
  ['device', 'imported_devices', 'device'],
]
const PLAUSIBLE_OTHERS = ['entry_page', 'exit_page', 'browser', 'operating_system', 'name']
/** Only the dashboard's export has them. */
const PLAUSIBLE_RATES = ['views_per_visit', 'bounce_rate']

/** Recognises a table of Plausible's export by its columns; undefined for anything else. */
export function plausibleTable(names: readonly string[]): ReportTable | NotImportable | undefined {
  if (!names.includes('date') || !(names.includes('visitors') || names.includes('pageviews')))
    return undefined
  if (columnIn(names, PLAUSIBLE_RATES) !== undefined) {
    return {
      problem:
        'this is the export of Plausible’s dashboard, whose rows may be weeks or months: export the site under Site settings, Imports & exports',
    }
  }
  const shared = {
    provider: 'plausible',
    day: 'date',
    page_views: columnIn(names, ['pageviews']),
    visits: columnIn(names, ['visits']),
  } as const
  for (const [value, report, dimension] of PLAUSIBLE)
    if (names.includes(value)) return { ...shared, report, dimension, value, keys: undefined }
  const other = PLAUSIBLE_OTHERS.find((column) => names.includes(column))
  if (other !== undefined) {
    return {
      problem: `a table by ${other} is not imported; of Plausible's files, imported_visitors, imported_pages, imported_sources, imported_locations and imported_devices are`,
    }
  }
  return { ...shared, report: 'imported_visitors', dimension: 'total', value: null, keys: [] }
}

/** Dimensions of Google Analytics 4, by their names in its reports and explorations. */
const GA4: readonly (readonly [dimension: HistoryDimension, columns: readonly string[]])[] = [
  ['page', ['page path and screen class', 'page path', 'page path + query string']],
  [
    'source',
    [
      'session source / medium',
      'session source',
      'session primary channel group (default channel group)',
      'session default channel group',
    ],
  ],
  ['country', ['country', 'country id']],
  ['device', ['device category']],
]
/** Other columns that may split a page, source, country or device: figures by them add up. */
const GA4_ADDITIVE = ['city', 'region', 'browser', 'page path + query string']
const GA4_VIEWS = ['views']
const GA4_SESSIONS = ['sessions']

/**
 * Recognises a report or an exploration of Google Analytics 4; undefined for anything else.
 *
 * @param comments the lines above the table, without their `#`.
 */
export function ga4Table(
  names: readonly string[],
  comments: readonly string[],
): ReportTable | NotImportable | undefined {
  const page_views = columnIn(names, GA4_VIEWS)
  const visits = columnIn(names, GA4_SESSIONS)
  const found = GA4.flatMap(([dimension, columns]) => {
    const value = columnIn(names, columns)
    return value === undefined ? [] : [{ dimension, value }]
  })
  if (found.length === 0 && !(names.includes('date') && (page_views || visits))) return undefined
  if (found.length > 1) {
    const columns = found.map(({ value }) => value).join('” and “')
    return { problem: `the table is split by “${columns}”: export a table for each` }
  }
  if (!page_views && !visits)
    return { problem: 'there is neither a column Views nor a column Sessions: add one to the report' }
  if (!names.includes('date') && onlyDay(comments) === undefined) {
    return {
      problem:
        'there is no column Date, so nothing says which day a row is of. Add Date as the secondary dimension of the report, or build it in Explore with Date as a row, and export it again',
    }
  }
  const [{ dimension, value } = { dimension: 'total' as const, value: null }] = found
  return {
    provider: 'ga4',
    report: reportName(comments) ?? 'Report',
    dimension,
    value,
    keys: value === null ? [] : [value, ...GA4_ADDITIVE.filter((name) => names.includes(name))],
    day: names.includes('date') ? 'date' : null,
    page_views,
    visits,
  }
}

/** `20260901` of a report that begins and ends on that day and is compared with no other; undefined otherwise. */
export function onlyDay(comments: readonly string[]): string | undefined {
  const dates = comments.flatMap((text) =>
    /^(?:(?:Start|End) date: \d{8}|\d{8}-\d{8})$/.test(text) ? (text.match(/\d{8}/g) ?? []) : [],
  )
  const [first, last] = dates
  return dates.length === 2 && first === last ? first : undefined
}

/** The first line of text above the table: `Pages and screens: Page path and screen class`. */
function reportName(comments: readonly string[]): string | undefined {
  const name = comments.find(
    (text) => /[a-z]/i.test(text) && !/^(?:Account|Property|Start date|End date):/.test(text),
  )
  return name === undefined ? undefined : wellFormed(name)
}

function columnIn(names: readonly string[], wanted: readonly string[]): string | undefined {
  return wanted.find((name) => names.includes(name))
}
