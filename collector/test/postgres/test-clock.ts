/** A clock that stands still until it is set. */
export class TestClock {
  #now = Date.parse('2026-11-20T10:00:00.000Z')

  readonly now = (): Date => new Date(this.#now)

  advance(by: { ms?: number; seconds?: number; minutes?: number; days?: number }): void {
    const seconds = (by.seconds ?? 0) + 60 * (by.minutes ?? 0) + 86_400 * (by.days ?? 0)
    this.#now += (by.ms ?? 0) + 1000 * seconds
  }
}
