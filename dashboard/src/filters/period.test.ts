import { describe, expect, it } from 'vitest'
import { defaultRange, periodOf } from './date-range.ts'
import { parseDay } from './day.ts'
import { withBots } from './period.ts'

const today = parseDay('2026-11-20')
if (!today) throw new Error('not a day')
const people = periodOf(defaultRange, today)

describe('withBots', () => {
  it('is another period, so that no cache takes one for the other', () => {
    const everyone = withBots(people, 'include')
    expect(everyone.bots).toBe('include')
    expect(everyone.key).not.toBe(people.key)
    expect(withBots(everyone, 'include').key).toBe(everyone.key)
  })

  it('leads back to the period without them', () => {
    expect(withBots(withBots(people, 'include'), 'exclude')).toEqual(people)
  })
})
