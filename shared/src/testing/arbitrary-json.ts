import fc from 'fast-check'
import { Event } from '../events/event.ts'
import { aClick, aConversion, anAssignment, anEngagement, aPageView } from './events.ts'

/** Any text that JSON can carry: lone surrogates and NULs, the empty one, and lengths around every bound. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', '/', ' ', '\0', '\uD800', '\uDC00', '🍺', 'é'))
    .map((units) => units.join('')),
  fc
    .constantFrom(35, 64, 128, 200, 256, 512, 2_000, 4_000)
    .chain((bound) =>
      fc
        .tuple(fc.constantFrom('x', '/', '\uDFFF'), fc.constantFrom(-1, 0, 1))
        .map(([unit, by]) => unit.repeat(bound + by)),
    ),
)

const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 100, 101, 3_600_000, 3_600_001))

/** Keys that mean something to JavaScript. */
const key = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'),
)

/** What `JSON.parse` may return, -0 and infinities (from 1e400) included, prototypes untouched. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; tree: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, number, fc.boolean(), fc.constant(null), tie('tree')),
  tree: fc.oneof(
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 8 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value

/** Names of the fields of all events. */
const FIELDS = [...new Set(Event.options.flatMap(({ shape }) => Object.keys(shape)))]

const wholeEvent = fc
  .constantFrom(aPageView, aClick, aConversion, anAssignment, anEngagement)
  .map((build) => build())

/** Events with a few fields set to anything: most are refused, many are not. */
export const almostEvent: fc.Arbitrary<unknown> = fc
  .tuple(
    wholeEvent,
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), key), jsonValue), { maxLength: 4 }),
  )
  .map(([event, changes]) => Object.fromEntries([...Object.entries(event), ...changes]))

const data = fc
  .array(fc.tuple(key, jsonValue), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries))

/** Events with text in every field that takes some. */
export const wordyEvent: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .record({
      page_path: text.map((end) => `/${end}`),
      page_title: text,
      referrer: text,
      language: text,
      timezone: text,
    })
    .map(aPageView),
  fc
    .record({ utm: fc.record({ source: text, medium: text, campaign: text, term: text, content: text }) })
    .map(aPageView),
  fc.record({ element_type: text, element_id: text }).map(aClick),
  fc.record({ product_name: text }).map(aConversion),
  data.map((click_data) => ({ ...aClick(), click_data })),
  data.map((conversion_data) => ({ ...aConversion(), conversion_data })),
)
