import { describe, expect, it } from 'vitest'
import { tableCsv } from '../../ui/table-csv.ts'
import { earningsColumns, earningsFigure, earningsText, importsText, perClickText } from './earnings.ts'

const pounds = { currency: 'GBP', approved: 120.5, pending: 0, per_click: 0.42 }
const euros = { currency: 'EUR', approved: 3.1, pending: 8, per_click: null }

it('says of each network up to when its commissions are known', () => {
  expect(importsText([])).toContain('No commissions imported yet')
  const imports = [
    { network: 'awin', imported_at: '2026-11-20T14:02:00.000Z', last_day: '2026-10-31' },
    { network: 'amazon', imported_at: '2026-11-02T09:30:00.000Z', last_day: '2026-11-01' },
  ]
  expect(importsText(imports)).toBe(
    'Commissions: awin, purchases up to 31 October 2026 (last file imported Fri 20 Nov 2026, 14:02); amazon, purchases up to 1 November 2026 (last file imported Mon 2 Nov 2026, 09:30). Earnings from later clicks are not included.',
  )
})

describe('earnings in words', () => {
  it('keep currencies apart, and what is not approved yet', () => {
    expect(earningsText([pounds])).toBe('£120.50')
    expect(earningsText([pounds, euros])).toBe('£120.50; €3.10, €8.00 pending')
    expect(perClickText([pounds, euros])).toBe('£0.42')
  })

  it('begin with pounds, and make a figure of them with the rest beside it', () => {
    expect(earningsText([euros, pounds])).toBe('£120.50; €3.10, €8.00 pending')
    expect(perClickText([{ ...euros, per_click: 0.2 }, pounds])).toBe('£0.42; €0.20')
    expect(earningsFigure([euros, { ...pounds, pending: 8 }])).toEqual({
      value: '£120.50',
      note: '£8.00 pending; €3.10, €8.00 pending',
    })
    expect(earningsFigure([pounds])).toEqual({ value: '£120.50', note: undefined })
    expect(earningsFigure([])).toEqual({ value: '–', note: undefined })
  })

  it('are a dash where there is nothing', () => {
    expect(earningsText([])).toBe('–')
    expect(perClickText([euros])).toBe('–')
  })
})

describe('earnings in a table', () => {
  const rows = [{ earnings: [euros, pounds] }, { earnings: [] }, { earnings: [{ ...euros, approved: 500 }] }]

  it('are sorted by the currency that is shown first, which is pounds where there are any', () => {
    const [earned, epc] = earningsColumns(rows)
    expect(rows.map((row) => earned?.value?.(row))).toEqual([120.5, null, null])
    expect(rows.map((row) => epc?.value?.(row))).toEqual([0.42, null, null])
    expect(earningsColumns([{ earnings: [euros] }])[0]?.value?.({ earnings: [euros] })).toBe(3.1)
  })

  it('are saved by currency, approved and pending apart', () => {
    const lines = tableCsv(rows, earningsColumns(rows)).split('\r\n')
    expect(lines[0]).toMatch(
      /^"Approved \(GBP\)","Pending \(GBP\)","Approved \(EUR\)","Pending \(EUR\)","EPC \(GBP\): .*","EPC \(EUR\): .*"$/,
    )
    expect(lines.slice(1, 4)).toEqual([
      '"120.5","0","3.1","8","0.42",""',
      '"","","","","",""',
      '"","","500","8","",""',
    ])
  })
})
