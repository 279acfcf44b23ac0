/** Options of an `LRUCache` that grows to this many entries; `max` would allocate room for all of them at once. */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
