import type { SeededRandom } from './seeded-random.ts'

/** Things of which some are more likely than others. Weights need not add up to anything. */
export class WeightedList<Item> {
  readonly #items: readonly Item[]
  /** Sums of the weights up to and including each item. */
  readonly #sums: readonly number[]

  /** @throws where all weights are 0. */
  constructor(items: readonly Item[], weightOf: (item: Item, index: number) => number) {
    let sum = 0
    this.#items = items
    this.#sums = items.map((item, index) => (sum += weightOf(item, index)))
    if (!(sum > 0)) throw new RangeError('a weighted list needs a weight above 0')
  }

  pick(random: SeededRandom): Item {
    const point = random.fraction() * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (point < (this.#sums[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    // The constructor saw to it that there is one.
    return this.#items[low] as Item
  }
}
