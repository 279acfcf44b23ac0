import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { expect, it } from 'vitest'
import { isBeingStored, stateText } from './import-state.ts'

const AT = '2026-11-20T10:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(AT) + ms)

it('calls an import interrupted only once it has been storing for a minute', () => {
  const storing = { state: 'storing', imported_at: AT } as const
  expect([0, MINUTE_MS - 1, MINUTE_MS].map((ms) => stateText(storing, after(ms)))).toEqual([
    'being imported',
    'being imported',
    'interrupted: delete it and import the file again',
  ])
  expect(isBeingStored(storing, after(MINUTE_MS - 1))).toBe(true)
  expect(isBeingStored(storing, after(MINUTE_MS))).toBe(false)
  expect(isBeingStored({ ...storing, state: 'stored' }, after(0))).toBe(false)
})
