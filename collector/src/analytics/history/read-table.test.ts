import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readHistory } from './history-file.ts'

const read = (...lines: string[]) => readHistory(Readable.from([Buffer.from(lines.join('\n'))]), '2026-11-20')

describe('figures that add up', () => {
  it('are at most a hundred billion a day, so that the sums of all imports are exact', async () => {
    const half = '50000000000'
    const head = 'date,page,visits,pageviews'
    const { totals } = await read(
      head,
      `2026-09-01,/,${half},1`,
      `2026-09-01,/about,1,${half}`,
      `2026-09-02,/,1,${half}`,
    )
    expect(totals).toMatchObject([{ page_views: 100_000_000_001, visits: 50_000_000_002 }])

    const refused = read(
      head,
      `2026-09-01,/,1,${half}`,
      `2026-09-01,/about,1,${half}`,
      '2026-09-01,/news,1,1',
    )
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_csv',
      details: [{ line: 4, problem: 'date: 2026-09-01 has more than 100,000,000,000 page views or visits' }],
    })
  })
})
