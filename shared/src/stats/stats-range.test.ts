import { describe, expect, it } from 'vitest'
import { problemsOf } from '../testing/problems-of.ts'
import { StatsRange } from './stats-range.ts'

const week = { from: '2026-11-13T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }

describe('StatsRange', () => {
  it('needs its two ends; by default it counts days in London, and readers only', () => {
    expect(StatsRange.parse(week)).toEqual({ ...week, tz: 'Europe/London', bots: 'exclude' })
    expect(problemsOf(StatsRange, {})).toEqual(['from', 'to'])
  })

  it('takes offsets', () => {
    expect(problemsOf(StatsRange, { from: '2026-11-13T00:00:00+01:00', to: '2026-11-13T00:00:00Z' })).toEqual(
      [],
    )
  })

  it('is not empty and not backwards, by the instants rather than by the texts', () => {
    expect(problemsOf(StatsRange, { from: week.from, to: week.from })).toEqual(['to'])
    expect(problemsOf(StatsRange, { from: week.to, to: week.from })).toEqual(['to'])
    expect(problemsOf(StatsRange, { from: '2026-11-13T00:00:00Z', to: '2026-11-13T00:30:00+01:00' })).toEqual(
      ['to'],
    )
  })

  it.each([
    [''],
    ['yesterday'],
    ['2026-11-13'],
    ['2026-11-13T00:00:00'],
    ['2026-02-30T00:00:00Z'],
    ['1763632800000'],
  ])('refuses an end that is %j', (end) => {
    expect(problemsOf(StatsRange, { ...week, from: end })).toContain('from')
    expect(problemsOf(StatsRange, { ...week, to: end })).toContain('to')
  })

  it.each([['Europe/London'], ['UTC'], ['America/New_York'], ['Pacific/Chatham']])(
    'takes the zone %s',
    (tz) => {
      expect(problemsOf(StatsRange, { ...week, tz })).toEqual([])
    },
  )

  it.each([
    ['London'],
    [''],
    ['Europe/'],
    ["UTC' OR 1"],
    ['__proto__'],
    ['SystemV/PST8PDT'],
    ['systemv/ast4'],
  ])('refuses the zone %j', (tz) => {
    expect(problemsOf(StatsRange, { ...week, tz })).toEqual(['tz'])
  })

  it.each([
    ['2300-01-01T00:00:00Z', '2301-01-01T00:00:00Z'],
    ['1960-01-01T00:00:00Z', '1961-01-01T00:00:00Z'],
  ])('is not empty where every layer ends before %s, or begins after %s', (from, to) => {
    const range = StatsRange.parse({ from, to })
    expect(Date.parse(range.from)).toBeLessThan(Date.parse(range.to))
  })

  it('accepts no other spelling for including bots', () => {
    expect(StatsRange.parse({ ...week, bots: 'include' }).bots).toBe('include')
    expect(problemsOf(StatsRange, { ...week, bots: 'only' })).toEqual(['bots'])
    expect(problemsOf(StatsRange, { ...week, bots: '' })).toEqual(['bots'])
  })
})
