import { expect, it } from 'vitest'
import { countedOf } from './counted-bucket.ts'

const range = { from: '2026-11-10T00:00:00Z', to: '2026-11-17T00:00:00Z' }
const provenance = (as_of: string) => ({ rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of })
const result = {
  incomplete_from: null as string | null,
  counted_since: '2026-11-11T09:00:00Z',
  provenance: provenance('2026-12-01T00:00:00Z'),
}
const counted = (from: string, to: string, part: Partial<typeof result> = {}) =>
  countedOf({ start: Date.parse(from), end: Date.parse(to) }, range, { ...result, ...part })

it.each([
  ['a day that ended before counting began', '2026-11-10', '2026-11-11', 'not counted'],
  ['the day on which it began', '2026-11-11', '2026-11-12', 'in full'],
  ['the hour before', '2026-11-11T08:00:00Z', '2026-11-11T09:00:00Z', 'not counted'],
  ['the hour in which it began', '2026-11-11T09:00:00Z', '2026-11-11T10:00:00Z', 'in full'],
  ['ten days of which it began on the second', '2026-11-10', '2026-11-20', 'in part'],
  ['a week that the range cuts at its start', '2026-11-09', '2026-11-16', 'in part'],
  ['a week that the range cuts at its end', '2026-11-16', '2026-11-23', 'in part'],
])('%s', (_, from, to, expected) => {
  expect(counted(from, to)).toBe(expected)
})

it('knows the bucket that is not over, and those to come', () => {
  const running = { incomplete_from: '2026-11-13T00:00:00Z', provenance: provenance('2026-11-13T10:00:00Z') }
  expect(counted('2026-11-12', '2026-11-13', running)).toBe('in full')
  expect(counted('2026-11-13', '2026-11-14', running)).toBe('so far')
  expect(counted('2026-11-14', '2026-11-15', running)).toBe('not yet')
})

it('knows those to come where figures end with a whole hour, so that none is incomplete', () => {
  const whole = { provenance: provenance('2026-11-13T10:00:00Z') }
  expect(counted('2026-11-13T09:00:00Z', '2026-11-13T10:00:00Z', whole)).toBe('in full')
  expect(counted('2026-11-13T10:00:00Z', '2026-11-13T11:00:00Z', whole)).toBe('not yet')
})
