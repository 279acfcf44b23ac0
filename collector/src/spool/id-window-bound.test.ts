import { expect, it } from 'vitest'
import { IdWindow } from './id-window.ts'
import { eventId } from './testing/rows.ts'

it('stays within its bound on a single busy day', () => {
  let forgotten = 0
  const window = new IdWindow(100, (ids) => (forgotten += ids))
  for (let n = 0; n < 10_000; n++) window.add(eventId(n), Date.UTC(2026, 10, 20) + n * 8_000)
  expect(window.size).toBeLessThanOrEqual(100)
  expect(forgotten).toBeGreaterThan(0)
})
