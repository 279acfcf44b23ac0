import { expect, it } from 'vitest'
import type { Column } from './Table.tsx'
import { tableCsv } from './table-csv.ts'

interface Row {
  page: string
  views: number | null
}

const columns: Column<Row>[] = [
  { header: 'Page', value: ({ page }) => page, render: ({ page }) => page },
  {
    header: 'Engaged time',
    definition: 'Seconds of reading.',
    unit: 'seconds',
    value: ({ views }) => views,
    render: ({ views }) => `${views} views`,
  },
  { header: 'Remove', isAction: true, render: () => 'Remove' },
]

it('writes values in full, nothing where there is none, and no formula', () => {
  const rows = [
    { page: '-1+1', views: -12.5 },
    { page: '/a', views: 12_345 },
    { page: '/b,c', views: null },
    { page: '=1+1', views: 0 },
  ]
  expect(tableCsv(rows, columns)).toBe(
    '"Page","Engaged time (s): Seconds of reading."\r\n"\'-1+1","-12.5"\r\n"/a","12345"\r\n"/b,c",""\r\n"\'=1+1","0"\r\n',
  )
})
