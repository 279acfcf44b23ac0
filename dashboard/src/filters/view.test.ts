import { describe, expect, it } from 'vitest'
import type { Day } from './day.ts'
import { readView, writeView } from './view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

describe('readView', () => {
  it('shows the overview of the last seven days when the address says nothing', () => {
    expect(read('')).toEqual({
      view: { tab: 'overview', range: { kind: 'last-7-days' }, bots: 'exclude' },
      problems: [],
    })
  })

  it('reads a tab and whole days', () => {
    expect(read('tab=conversions&from=2026-11-01&to=2026-11-07')).toEqual({
      view: {
        tab: 'conversions',
        range: { kind: 'days', from: '2026-11-01', to: '2026-11-07' },
        bots: 'exclude',
      },
      problems: [],
    })
  })

  it.each([
    ['an end without a start', 'to=2026-11-07'],
    ['a start without an end', 'from=2026-11-01'],
    ['a day that does not exist', 'from=2026-02-30&to=2026-03-01'],
    ['something else', 'from=yesterday&to=today'],
    ['an empty text', 'from=&to='],
    ['an end before the start', 'from=2026-11-07&to=2026-11-01'],
  ])('falls back to the default range and says so: %s', (_name, query) => {
    const { view, problems } = read(query)
    expect(view.range).toEqual({ kind: 'last-7-days' })
    expect(problems).toHaveLength(1)
  })

  it('leaves bots out unless the address says otherwise in words that it knows', () => {
    expect(read('bots=include')).toMatchObject({ view: { bots: 'include' }, problems: [] })
    const { view, problems } = read('bots=some')
    expect(view.bots).toBe('exclude')
    expect(problems).toEqual(['The address says of bots what cannot be read, so they are left out.'])
  })

  it('keeps the good half of a bad address', () => {
    const { view, problems } = read('tab=nonsense&from=2026-11-01&to=2026-11-01')
    expect(view.tab).toBe('overview')
    expect(view.range).toEqual({ kind: 'days', from: '2026-11-01', to: '2026-11-01' })
    expect(problems).toEqual(['There is no such tab, so this is the Overview.'])
  })
})

describe('writeView', () => {
  it('leaves defaults out', () => {
    expect(writeView({ tab: 'overview', range: { kind: 'last-7-days' }, bots: 'exclude' }).toString()).toBe(
      '',
    )
  })

  it('is read back as it was', () => {
    const view = {
      tab: 'experiments',
      range: { kind: 'days', from: '2026-03-28' as Day, to: '2026-03-30' as Day },
      bots: 'include',
    } as const
    expect(read(writeView(view).toString())).toEqual({ view, problems: [] })
  })
})
