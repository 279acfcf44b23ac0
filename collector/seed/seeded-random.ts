/**
 * Pseudo-random numbers, the same for the same seed and stream: sfc32 of the PractRand suite. A stream for each
 * session keeps sessions independent: draws of one change no other. Not for secrets.
 */
export class SeededRandom {
  #a: number
  #b: number
  #c: number
  #count = 1

  /** Both are whole numbers; their lower 32 bits count. */
  constructor(seed: number, stream = 0) {
    this.#a = 0
    this.#b = seed | 0
    this.#c = stream | 0
    // Until every bit of the seed has reached every bit of the state.
    for (let i = 0; i < 15; i++) this.bits()
  }

  /** A whole number from 0 to 2^32 - 1. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 up to but not including 1. */
  fraction(): number {
    return this.bits() / 2 ** 32
  }

  /** From `from` up to but not including `to`. */
  between(from: number, to: number): number {
    return from + this.fraction() * (to - from)
  }

  /** A whole number from 0 up to but not including `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** @throws where there is nothing to choose from. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to choose from')
    return item
  }

  /** One of the items, each as likely as its share among the others'. @throws where all shares are 0. */
  weighted<Item extends { readonly share: number }>(items: readonly Item[]): Item {
    let point = this.fraction() * items.reduce((sum, { share }) => sum + share, 0)
    const item = items.find(({ share }) => (point -= share) < 0)
    if (!item) throw new RangeError('nothing to choose from: all shares are 0')
    return item
  }

  /** Standard normal, by Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction())
  }

  /** Log-normal with this median; `spread` is the standard deviation of its logarithm. */
  around(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal())
  }

  /** A UUID of version 4. */
  uuid(): string {
    const [a, b, c, d] = [this.bits(), this.bits(), this.bits(), this.bits()]
    const version = hex((b & 0x0fff) | 0x4000)
    const variant = hex(((c >>> 16) & 0x3fff) | 0x8000)
    return `${hex(a >>> 16)}${hex(a)}-${hex(b >>> 16)}-${version}-${variant}-${hex(c)}${hex(d >>> 16)}${hex(d)}`
  }

  /** Random letters and digits. */
  text(length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) text += this.below(36).toString(36)
    return text
  }
}

const HEX = Array.from({ length: 2 ** 16 }, (_, number) => number.toString(16).padStart(4, '0'))

/** The lower 16 bits as four digits. */
function hex(number: number): string {
  return HEX[number & 0xffff] ?? '0000'
}
