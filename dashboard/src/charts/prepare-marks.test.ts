import { describe, expect, it } from 'vitest'
import { prepareMarks } from './prepare-marks.ts'

const note = (day: string, text: string) => ({
  id: '00000000-0000-4000-8000-000000000001',
  by: null,
  day,
  text,
})
const starts = (...days: string[]) => days.map((day) => new Date(day))

describe('prepareMarks', () => {
  it('puts notes and articles where their day begins', () => {
    const annotations = {
      notes: [note('2026-11-19', 'Newsletter sent'), note('2026-11-18', 'New masthead')],
      published: [{ day: '2026-11-19', title: 'Pine Beer', path: '/articles/pine-beer' }],
    }
    const days = starts('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z')
    expect(prepareMarks(annotations, days)).toEqual([
      { index: 0, texts: ['New masthead'] },
      { index: 1, texts: ['Published: Pine Beer', 'Newsletter sent'] },
    ])
  })

  it('knows in which week a day is, and that summer days begin an hour earlier', () => {
    const weeks = starts('2026-06-28T23:00:00Z', '2026-07-05T23:00:00Z')
    const notes = [note('2026-07-06', 'Monday'), note('2026-07-05', 'Sunday')]
    expect(prepareMarks({ notes, published: [] }, weeks)).toEqual([
      { index: 0, texts: ['Sunday'] },
      { index: 1, texts: ['Monday'] },
    ])
  })

  it('leaves out what lies before the first bucket', () => {
    const notes = [note('2026-11-01', 'Long ago')]
    expect(prepareMarks({ notes, published: [] }, starts('2026-11-18T00:00:00Z'))).toEqual([])
  })
})
