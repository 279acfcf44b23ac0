import { describe, expect, it } from 'vitest'
import { CoverageCounts, type CoverageCountRow } from './coverage-counts.ts'

const silent = { warn() {}, error() {} }
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
const HOME = { page: '/', country: 'GB' }

interface Inserted {
  readonly rows: readonly CoverageCountRow[]
  readonly token: string
}

function countingInto(inserted: Inserted[], fails = () => false) {
  return new CoverageCounts(async (rows, token) => {
    inserted.push({ rows, token })
    if (fails()) throw new Error('ClickHouse is unavailable')
  }, silent)
}

const aRow = (part: Partial<CoverageCountRow>): CoverageCountRow => ({
  hour: '2026-11-20 09:00:00',
  page_path: '/',
  country: 'GB',
  loads: 0,
  bot_loads: 0,
  banners_shown: 0,
  banners_accepted: 0,
  banners_rejected: 0,
  ...part,
})

describe('CoverageCounts', () => {
  it('counts by page, country and hour, bots apart, and inserts nothing where nothing happened', async () => {
    const inserted: Inserted[] = []
    const counts = countingInto(inserted)
    counts.countLoad(HOME, at('09:00:00'))
    counts.countLoad(HOME, at('09:59:59.999'))
    counts.countLoad(HOME, at('09:30:00'), true)
    counts.countLoad({ page: '/stories', country: 'GB' }, at('09:10:00'))
    counts.countLoad({ page: '/', country: '' }, at('09:10:00'))
    counts.countLoad(HOME, at('10:00:00'))
    await counts.flush()
    await counts.flush()
    expect(inserted.map(({ rows }) => rows)).toEqual([
      [
        aRow({ loads: 2, bot_loads: 1 }),
        aRow({ page_path: '/stories', loads: 1 }),
        aRow({ country: '', loads: 1 }),
        aRow({ hour: '2026-11-20 10:00:00', loads: 1 }),
      ],
    ])
  })

  it('counts banners of pages that were served, and of no others', async () => {
    const inserted: Inserted[] = []
    const counts = countingInto(inserted)
    counts.countLoad(HOME, at('09:00:00'))
    counts.countBanner('shown', HOME, at('09:00:01'))
    counts.countBanner('shown', { page: '/', country: 'IE' }, at('09:00:01'))
    counts.countBanner('accepted', HOME, at('09:00:09'))
    counts.countBanner('rejected', { page: '/', country: 'IE' }, at('10:00:00'))
    counts.countBanner('shown', { page: '/made-up', country: 'GB' }, at('09:00:01'))
    await counts.flush()
    expect(inserted[0]?.rows).toEqual([
      aRow({ loads: 1, banners_shown: 1, banners_accepted: 1 }),
      aRow({ country: 'IE', banners_shown: 1 }),
      aRow({ hour: '2026-11-20 10:00:00', country: 'IE', banners_rejected: 1 }),
    ])
  })

  it('repeats an insert that failed as it was, and later counts in one of their own', async () => {
    const inserted: Inserted[] = []
    let isUnavailable = true
    const counts = countingInto(inserted, () => isUnavailable)
    counts.countLoad(HOME, at('09:00:00'))
    await expect(counts.flush()).rejects.toThrow('unavailable')
    counts.countLoad(HOME, at('09:00:01'))
    isUnavailable = false
    await counts.flush()
    const [first, repeated, later, ...more] = inserted
    expect(repeated).toEqual(first)
    expect(later?.rows).toEqual(first?.rows)
    expect(later?.token).not.toBe(first?.token)
    expect(more).toEqual([])
  })

  it('inserts the rest when it is closed, and nothing where it was closed before it could begin', async () => {
    const inserted: Inserted[] = []
    const running = countingInto(inserted)
    running.start()
    running.countLoad(HOME, at('09:00:00'))
    await running.close()
    expect(inserted).toHaveLength(1)
    const late = countingInto(inserted)
    late.countLoad(HOME, at('09:00:00'))
    await late.close()
    late.start()
    expect(inserted).toHaveLength(1)
  })
})
