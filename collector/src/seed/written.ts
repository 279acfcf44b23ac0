import type { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'

/** What has been written so far. */
export class Written {
  visits = 0
  readonly #events = new Map<SentEvent['type'], number>()

  get total(): number {
    return [...this.#events.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Events by type. */
  get byType(): Record<string, number> {
    return Object.fromEntries(this.#events)
  }

  addEvents(events: readonly SentEvent[]): void {
    for (const { type } of events) this.#add(type, 1)
  }

  addAll(other: Written): void {
    this.visits += other.visits
    for (const [type, count] of other.#events) this.#add(type, count)
  }

  #add(type: SentEvent['type'], count: number): void {
    this.#events.set(type, (this.#events.get(type) ?? 0) + count)
  }
}

/** Seeded events are good ones: one that is refused is a mistake in their making. @throws and says which. */
export function assertAllAccepted({ accepted, rejected }: BeaconReceipt, events: readonly SentEvent[]): void {
  if (accepted === events.length) return
  const [refused] = rejected
  throw new Error(
    `a made-up event was not accepted: ${refused ? `${refused.reason} ${refused.detail ?? ''}` : 'it is there already'}`,
  )
}
