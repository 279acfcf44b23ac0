import type { Brief } from '@half-measure/shared/stats/brief.ts'
import { expect, it } from 'vitest'
import { briefSentences } from './brief-text.ts'

/** A Monday. */
const day = '2026-11-23'
const usual = { fewest: 980, most: 1_130 }
const brief: Brief = {
  day,
  complete: true,
  total: { sessions: 1_204, usual, stands_out: null },
  article: {
    path: '/articles/cold-sieve',
    title: 'The Cold Sieve',
    sessions: 255,
    usual: { fewest: 60, most: 120 },
    stands_out: 'above',
  },
  channel: { channel: 'ai', sessions: 3, usual: { fewest: 50, most: 50 }, stands_out: 'below' },
}

it('says what was usual and what was not', () => {
  expect(briefSentences(brief)).toEqual({
    total: '1,204 sessions, a little more than on the last four Mondays (980 to 1,130): nothing unusual.',
    article:
      '“The Cold Sieve” stands out: 255 sessions, more than on any of the last four Mondays (60 to 120).',
    channel: 'AI stands out: 3 sessions, fewer than on any of the last four Mondays (50 each).',
  })
})

it('says that a day was like the others only where it lies between them', () => {
  const totalOf = (sessions: number) =>
    briefSentences({ ...brief, total: { sessions, usual, stands_out: null } }).total
  expect(totalOf(1_130)).toBe('1,130 sessions, in line with the last four Mondays (980 to 1,130).')
  expect(totalOf(979)).toContain('a little fewer than')
})

it('names the most read where nothing stands out, and claims nothing where nothing can be compared', () => {
  const alone = { sessions: 1, usual: null, stands_out: null }
  expect(
    briefSentences({
      day,
      complete: true,
      total: alone,
      article: { ...alone, path: '/a', title: 'A' },
      channel: { ...alone, channel: 'search' },
    }),
  ).toEqual({
    total:
      '1 session; without sessions on each of the last four Mondays there is nothing to compare that with.',
    article: '“A” was read most, in 1 session.',
    channel: 'Search brought most, 1 session.',
  })
  expect(briefSentences({ day, complete: true, total: alone, article: null, channel: null })).toMatchObject({
    article: null,
    channel: null,
  })
})

it('says of a day that is still being loaded that it is', () => {
  const so = { ...brief, complete: false, total: { sessions: 10, usual: null, stands_out: null } }
  expect(briefSentences(so).total).toBe(
    '10 sessions so far; later events are still waiting to be loaded, so it is too early to compare that.',
  )
})
