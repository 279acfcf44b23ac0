import { describe, expect, it } from 'vitest'
import { reportWeek } from './report-week.ts'

const at = (instant: string) => reportWeek(new Date(instant))

describe('reportWeek', () => {
  it('is the week before, from Monday morning on', () => {
    expect(at('2026-11-16T06:59:59Z')).toBeUndefined()
    expect(at('2026-11-16T07:00:00Z')).toEqual({
      monday: '2026-11-09',
      from: '2026-11-09T00:00:00.000Z',
      to: '2026-11-16T00:00:00.000Z',
      canWait: true,
    })
  })

  it('is made up for until Thursday night', () => {
    expect(at('2026-11-19T23:59:59Z')?.monday).toBe('2026-11-09')
    expect(at('2026-11-20T00:00:00Z')).toBeUndefined()
    expect(at('2026-11-22T12:00:00Z')).toBeUndefined()
  })

  it('can wait for events that are not loaded yet until Thursday at seven', () => {
    expect(at('2026-11-19T06:59:59Z')?.canWait).toBe(true)
    expect(at('2026-11-19T07:00:00Z')?.canWait).toBe(false)
  })

  it('has an hour more or less where clocks change', () => {
    expect(at('2026-10-26T07:00:00Z')).toEqual({
      monday: '2026-10-19',
      from: '2026-10-18T23:00:00.000Z',
      to: '2026-10-26T00:00:00.000Z',
      canWait: true,
    })
    expect(at('2026-06-15T06:00:00Z')?.from).toBe('2026-06-07T23:00:00.000Z')
  })
})
