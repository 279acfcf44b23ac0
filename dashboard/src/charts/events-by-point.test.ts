import { describe, expect, it } from 'vitest'
import { eventsByPoint } from './events-by-point.ts'

describe('eventsByPoint', () => {
  const note = (day: string, text: string) => ({
    id: '00000000-0000-4000-8000-000000000001',
    by: null,
    day,
    text,
  })
  const starts = (...days: string[]) => days.map((day) => new Date(day))

  it('puts notes and articles where their day begins', () => {
    const annotations = {
      notes: [note('2026-11-19', 'Newsletter sent'), note('2026-11-18', 'New masthead')],
      published: [{ day: '2026-11-19', title: 'Pine Beer', path: '/articles/pine-beer' }],
    }
    const days = starts('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z')
    expect(eventsByPoint(annotations, days)).toEqual(
      new Map([
        [0, ['New masthead']],
        [1, ['Published: Pine Beer', 'Newsletter sent']],
      ]),
    )
  })

  it('knows the week of a day, and that summer days begin an hour earlier', () => {
    const weeks = starts('2026-06-28T23:00:00Z', '2026-07-05T23:00:00Z')
    const notes = [note('2026-07-06', 'Monday'), note('2026-07-05', 'Sunday')]
    expect(eventsByPoint({ notes, published: [] }, weeks)).toEqual(
      new Map([
        [0, ['Sunday']],
        [1, ['Monday']],
      ]),
    )
  })

  it('keeps the order of the days within a week', () => {
    const annotations = {
      notes: [note('2026-11-17', 'Newsletter sent')],
      published: [{ day: '2026-11-19', title: 'Pine Beer', path: '/articles/pine-beer' }],
    }
    expect(eventsByPoint(annotations, starts('2026-11-16T00:00:00Z')).get(0)).toEqual([
      'Newsletter sent',
      'Published: Pine Beer',
    ])
  })

  it('leaves out what lies before the first bucket', () => {
    const notes = [note('2026-11-01', 'Long ago')]
    expect(eventsByPoint({ notes, published: [] }, starts('2026-11-18T00:00:00Z')).size).toBe(0)
  })
})
