/** What a page view says, as raw rows have it: first where the reader came from, then who reads. */
export const SOURCE_FACTS = [
  'channel',
  'source',
  'referrer_host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
]
export const READER_FACTS = ['country', 'language', 'device', 'browser', 'os', 'screen']
export const FACTS = [...SOURCE_FACTS, ...READER_FACTS]

/** The same columns of `sessions`. */
export const FACT_COLUMNS = FACTS.map((fact) => (fact === 'referrer_host' ? 'referrer' : fact))

/** What a session holds in order, each with the columns of its list; the lists in the order of `sessionRows`. */
export const SESSION_LISTS = {
  views: ['at', 'page'],
  pages: ['at', 'page'],
  clicks: ['at', 'page', 'element_type', 'element_id'],
  conversions: ['at', 'page', 'event_type', 'product', 'product_rank', 'value', 'conversion_source'],
  readings: ['at', 'page', 'active_ms', 'depth'],
  vitals: ['at', 'page', 'lcp_ms', 'inp_ms', 'cls'],
  assignments: ['at', 'test', 'variant'],
} as const

/** Columns of `sessions` that a row is inserted with, in the order of `sessionRows`. */
export const SESSION_COLUMNS: readonly string[] = [
  'session_hash',
  'is_bot',
  'tab_sequence',
  'split_offset_ms',
  'run',
  'started_at',
  'duration_ms',
  'entry',
  'exit',
  ...FACT_COLUMNS,
  'view_count',
  'click_count',
  'engaged_ms',
  ...Object.entries(SESSION_LISTS).flatMap(([list, columns]) => columns.map((column) => `${list}.${column}`)),
]
