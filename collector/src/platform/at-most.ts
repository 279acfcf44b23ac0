/** Options of an `LRUCache` that grows up to so many entries: with `max` it would make room for all of them when made. */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
