import { describe, expect, it } from 'vitest'
import { PageLoads, type PageLoadRow } from './page-loads.ts'

const silent = { warn() {}, error() {} }
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)

function countingInto(inserted: { rows: readonly PageLoadRow[]; token: string }[], fails = () => false) {
  return new PageLoads(async (rows, token) => {
    inserted.push({ rows, token })
    if (fails()) throw new Error('ClickHouse is away')
  }, silent)
}

describe('PageLoads', () => {
  it('counts by page and hour, and inserts nothing where nothing was loaded', async () => {
    const inserted: { rows: readonly PageLoadRow[]; token: string }[] = []
    const loads = countingInto(inserted)
    loads.count('/', at('09:00:00'))
    loads.count('/', at('09:59:59.999'))
    loads.count('/stories', at('09:10:00'))
    loads.count('/', at('10:00:00'))
    await loads.flush()
    await loads.flush()
    expect(inserted.map(({ rows }) => rows)).toEqual([
      [
        { hour: '2026-11-20 09:00:00', page_path: '/', loads: 2 },
        { hour: '2026-11-20 09:00:00', page_path: '/stories', loads: 1 },
        { hour: '2026-11-20 10:00:00', page_path: '/', loads: 1 },
      ],
    ])
  })

  it('repeats an insert that failed as it was, and later counts in one of their own', async () => {
    const inserted: { rows: readonly PageLoadRow[]; token: string }[] = []
    let isAway = true
    const loads = countingInto(inserted, () => isAway)
    loads.count('/', at('09:00:00'))
    await expect(loads.flush()).rejects.toThrow('away')
    loads.count('/', at('09:00:01'))
    isAway = false
    await loads.flush()
    const [first, repeated, later, ...more] = inserted
    expect(repeated).toEqual(first)
    expect(later?.rows).toEqual(first?.rows)
    expect(later?.token).not.toBe(first?.token)
    expect(more).toEqual([])
  })

  it('inserts the rest when it is closed, and nothing where it was closed before it could begin', async () => {
    const inserted: { rows: readonly PageLoadRow[]; token: string }[] = []
    const running = countingInto(inserted)
    running.start()
    running.count('/', at('09:00:00'))
    await running.close()
    expect(inserted).toHaveLength(1)
    const late = countingInto(inserted)
    late.count('/', at('09:00:00'))
    await late.close()
    late.start()
    expect(inserted).toHaveLength(1)
  })
})
