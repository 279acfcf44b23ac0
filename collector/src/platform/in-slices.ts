import { setImmediate as turn } from 'node:timers/promises'

/** Items between two turns of the event loop: rows of figures take some milliseconds. */
const SLICE = 500

/** Items a slice at a time: between two of them, beacons and other requests are served. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item[]> {
  let slice: Item[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < SLICE) continue
    yield slice
    slice = []
    await turn()
  }
  if (slice.length > 0) yield slice
}

/** `items.map`, a slice at a time. */
export async function mapInSlices<Item, Mapped>(
  items: Iterable<Item>,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  for await (const slice of inSlices(items)) for (const item of slice) mapped.push(map(item))
  return mapped
}
