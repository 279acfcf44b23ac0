import type { Measured } from '@half-measure/shared/stats/web-vitals.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { vitalColumns } from './vital-columns.tsx'

const measured: Measured = {
  sessions: 3_000,
  loads: 5_000,
  lcp: { p75: 2_000, loads: 5_000, good: 4_500, poor: 100 },
  inp: { p75: 620, loads: 3, good: 2, poor: 1 },
  cls: { p75: null, loads: 0, good: 0, poor: 0 },
}

const columns = vitalColumns<Measured>({ header: 'Page', label: () => 'Home', href: () => '/' })

function cell(id: string): string {
  const content = columns.find((column) => column.id === id)?.render(measured)
  return renderToStaticMarkup(<>{content}</>)
    .replaceAll(/<[^>]+>/g, '')
    .trim()
}

it('shows the loads that a vital was measured in beside it, and rates none of few', () => {
  expect(cell('lcp')).toBe('● good 2.00 s 5,000 loads')
  expect(cell('inp')).toBe('620 ms 3 loads')
  expect(cell('cls')).toBe('–')
})
