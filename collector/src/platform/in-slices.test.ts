import { expect, it } from 'vitest'
import { inSlices, mapInSlices } from './in-slices.ts'

it('maps every item once, in order, and serves others in between', async () => {
  let turns = 0
  const timer = setInterval(() => turns++)
  const items = Array.from({ length: 5_001 }, (_, i) => i)
  const mapped = mapInSlices(items, (item) => {
    // A millisecond of work now and then.
    if (item % 100 === 0) for (const began = performance.now(); performance.now() - began < 1;);
    return item * 2
  })
  expect(await mapped).toEqual(items.map((item) => item * 2))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})

it('has one slice of few items, and none of none', async () => {
  const slicesOf = async (items: string[]) => {
    const found = []
    for await (const slice of inSlices(items)) found.push(slice)
    return found
  }
  expect(await slicesOf(['a', 'b'])).toEqual([['a', 'b']])
  expect(await slicesOf([])).toEqual([])
})
