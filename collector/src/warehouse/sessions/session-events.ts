import { ATTRIBUTES } from './session-columns.ts'

/** How one kind of event becomes a row of the shape that all kinds share. */
export interface EventColumns {
  readonly kind: number
  readonly table: string
  readonly time: string
  readonly columns: Readonly<Partial<Record<ColumnName, string>>>
}

/** Condition: an engagement event has a web vital. */
const IS_VITAL = 'lcp_ms IS NOT NULL OR inp_ms IS NOT NULL OR cls IS NOT NULL'

/** Values of columns that an event's kind does not have. */
export const EMPTY_EVENT = {
  page: "''",
  a: "''",
  b: "''",
  c: "''",
  product_rank: 'toUInt16(0)',
  value: 'toDecimal64(0, 4)',
  active_ms: 'toUInt64(0)',
  depth: 'toFloat32(0)',
  lcp_ms: 'CAST(NULL AS Nullable(UInt32))',
  inp_ms: 'CAST(NULL AS Nullable(UInt32))',
  cls: 'CAST(NULL AS Nullable(Float64))',
  is_vital: 'false',
  is_reading: 'false',
  attributes: 'emptyArrayString()',
}
export type ColumnName = keyof typeof EMPTY_EVENT
export const COLUMN_NAMES = Object.keys(EMPTY_EVENT) as ColumnName[]

/** In the order that counts for events of the same millisecond. */
export const EVENT_COLUMNS: readonly EventColumns[] = [
  {
    kind: 0,
    table: 'page_views',
    time: 'created_at',
    columns: {
      page: 'page_path',
      attributes: `[${ATTRIBUTES.map((attribute) => `toString(${attribute})`).join(', ')}]`,
    },
  },
  {
    kind: 1,
    table: 'click_events',
    time: 'created_at',
    columns: { page: 'page_path', a: 'element_type', b: 'element_id' },
  },
  {
    kind: 2,
    table: 'conversion_events',
    time: 'created_at',
    columns: {
      page: 'page_path',
      a: 'toString(event_type)',
      b: 'product_name',
      product_rank: 'product_rank',
      value: "if(currency = 'GBP', value, 0)",
      c: "JSONExtractString(conversion_data, 'source')",
    },
  },
  {
    kind: 3,
    table: 'engagement_events',
    time: 'created_at',
    columns: {
      page: 'page_path',
      active_ms: 'toUInt64(active_ms)',
      depth: 'scroll_depth',
      lcp_ms: 'lcp_ms',
      inp_ms: 'inp_ms',
      cls: 'cls',
      is_vital: IS_VITAL,
      // Vitals alone are no reading of the page.
      is_reading: `engagement_events.active_ms > 0 OR scroll_depth > 0 OR NOT (${IS_VITAL})`,
    },
  },
  {
    kind: 4,
    table: 'ab_test_assignments',
    time: 'assigned_at',
    columns: { a: 'toString(test_name)', b: 'toString(variant)' },
  },
]
