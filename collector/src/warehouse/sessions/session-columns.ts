/** Every table that names sessions by their hash. */
export const SESSION_TABLES = [
  'sessions',
  'sessions_rebuilt',
  'late_sessions',
  'open_sessions',
  'run_tabs',
  'variant_switches',
] as const

/** Attributes of a page view, as raw rows name them: first of the source, then of the reader. */
export const SOURCE_ATTRIBUTES = [
  'channel',
  'source',
  'referrer_host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
]
export const READER_ATTRIBUTES = ['country', 'language', 'device', 'browser', 'os', 'screen']
export const ATTRIBUTES = [...SOURCE_ATTRIBUTES, ...READER_ATTRIBUTES]

/** The same attributes, as `sessions` names them. */
export const ATTRIBUTE_COLUMNS = ATTRIBUTES.map((attribute) =>
  attribute === 'referrer_host' ? 'referrer' : attribute,
)

/** The lists of a session, each with its columns, in the order of `sessionRows`. */
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
  ...ATTRIBUTE_COLUMNS,
  'view_count',
  'click_count',
  'engaged_ms',
  ...Object.entries(SESSION_LISTS).flatMap(([list, columns]) => columns.map((column) => `${list}.${column}`)),
]
