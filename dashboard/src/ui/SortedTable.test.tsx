import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SortedTable } from './SortedTable.tsx'
import type { Sort } from './Table.tsx'

const rows = [
  { name: 'b', count: 2 },
  { name: 'none', count: null },
  { name: 'é', count: 10 },
  { name: 'a', count: 9 },
]

function namesBy(sort: Sort): string[] {
  const html = renderToStaticMarkup(
    <SortedTable
      caption="Names"
      columns={[
        { id: 'name', header: 'Name', value: ({ name }) => name, render: ({ name }) => name },
        { id: 'count', header: 'Count', value: ({ count }) => count, render: ({ count }) => count },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      sort={sort}
    />,
  )
  return [...html.matchAll(/table-name">([^<]+)</g)].map(([, name = '']) => name)
}

describe('SortedTable', () => {
  it('sorts figures by size, and rows without one last in either order', () => {
    expect(namesBy({ by: 'count', descending: true })).toEqual(['é', 'a', 'b', 'none'])
    expect(namesBy({ by: 'count', descending: false })).toEqual(['b', 'a', 'é', 'none'])
  })

  it('sorts names as a reader expects', () => {
    expect(namesBy({ by: 'name', descending: false })).toEqual(['a', 'b', 'é', 'none'])
  })

  it('keeps the order of its rows where the column has no value', () => {
    expect(namesBy({ by: 'unknown', descending: true })).toEqual(['b', 'none', 'é', 'a'])
  })
})
