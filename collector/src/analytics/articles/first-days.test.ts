import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { describe, expect, it } from 'vitest'
import type { QueryRows } from '../../warehouse/clickhouse/query.ts'
import { cameOutEarlier, firstDays } from './first-days.ts'
import { launchCurve } from './launch-curve.ts'

describe('an article came out before its date', () => {
  it.each([
    // An editor's preview, whatever came since.
    [1, 0, false],
    [1, 10, false],
    [4, 0, false],
    [5, 0, true],
    [5, 99, true],
    [5, 100, false],
    [60, 1_000, true],
    [50, 1_000, false],
    [0, 0, false],
  ])('%i views before it, %i since: %s', (earlier, views, expected) => {
    expect(cameOutEarlier(earlier, views)).toBe(expected)
  })
})

const article: ListedArticle = {
  path: '/articles/quiet',
  title: 'Quiet',
  category: '',
  author: '',
  published: '2026-11-20',
  read_minutes: 6,
}
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z')
const HOUR = 3_600_000

/** Rows by the name of the query. */
function rowsOf(rows: Record<string, readonly unknown[]>): QueryRows {
  const all = { 'first counted hour': [{ at: MIDNIGHT - 900 * HOUR }], ...rows }
  return async ({ name, row }) => (all[name as keyof typeof all] ?? []).map((one) => row.parse(one))
}

it('a preview hides neither a first hour that is not over nor a quiet first day', async () => {
  const curve = (sinceMidnight: number, ...hours: readonly [hour: number, views: number][]) => {
    const rows = hours.map(([hour, views]) => ({ page_path: article.path, hour, views }))
    const queryRows = rowsOf({ 'first week of articles by the hour': rows })
    return launchCurve({ queryRows, articles: [article] }, article.path, 'exclude', MIDNIGHT + sinceMidnight)
  }
  expect((await curve(HOUR / 2, [-1, 1])).views).toEqual([])
  expect((await curve(2.5 * HOUR, [-1, 1], [0, 4], [1, 6])).views).toEqual([4, 10])
  expect((await curve(2.5 * HOUR, [-1, 5], [0, 4], [1, 6])).views).toBeNull()

  const counted = { page_path: article.path, earlier: 1, day: 11, week: 11, month: 11 }
  const queryRows = rowsOf({ 'first days of articles': [counted] })
  const found = await firstDays(
    { queryRows, articles: [article] },
    { bots: 'exclude', now: MIDNIGHT + 30 * HOUR },
  )
  expect(found.get(article.path)).toEqual({ day: { views: 10, median: null }, week: null, month: null })
})
