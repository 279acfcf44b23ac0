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

  const counted = { page_path: article.path, earlier: 1, day: 11, week: 11, month: 11, total: 11 }
  const queryRows = rowsOf({ 'first days of articles': [counted] })
  const found = await firstDays(
    { queryRows, articles: [article] },
    { bots: 'exclude', now: MIDNIGHT + 30 * HOUR },
  )
  expect(found.get(article.path)).toEqual({ day: { views: 10, median: null }, week: null, month: null })
})

it('an article whose first view is after its first day came out later, and is not compared', async () => {
  const later = { ...article, path: '/articles/later' }
  const articles = [article, later]
  const now = MIDNIGHT + 200 * HOUR
  const queryRows = rowsOf({
    'first days of articles': [
      { page_path: article.path, earlier: 0, day: 10, week: 40, month: 40, total: 40 },
      { page_path: later.path, earlier: 1, day: 1, week: 1, month: 1, total: 21 },
    ],
    'first week of articles by the hour': [
      { page_path: article.path, hour: 23, views: 10 },
      { page_path: later.path, hour: 168, views: 20 },
    ],
  })
  const found = await firstDays({ queryRows, articles }, { bots: 'exclude', now })
  expect(found.get(later.path)).toEqual({ day: null, week: null, month: null })
  expect(found.get(article.path)?.week).toEqual({ views: 40, median: null })
  const curve = (path: string, at: number) => launchCurve({ queryRows, articles }, path, 'exclude', at)
  expect((await curve(later.path, now)).views).toBeNull()
  expect((await curve(later.path, MIDNIGHT + 23 * HOUR)).views).toHaveLength(23)
  expect((await curve(article.path, now)).views).toHaveLength(168)
})
