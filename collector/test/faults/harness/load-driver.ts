import { setTimeout as sleep } from 'node:timers/promises'
import { BeaconReceipt, type SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { SeededRandom } from '../../../seed/seeded-random.ts'
import { BeaconMix } from './beacon-mix.ts'
import { BROWSER } from './expected-row.ts'
import { SentLog } from './sent-log.ts'
import { until } from './until.ts'

/** Sends a beacon. A number is the status of a refusal; throws if there was no response. */
export type Deliver = (beacon: SentBeacon) => Promise<BeaconReceipt | number>

/** After a beacon without a response: a collector that starts again needs the processor that retries would take. */
const RETRY_MS = 100

/** Sends as a browser does: `sendBeacon` to the site. */
export function overHttp(site: string): Deliver {
  return async (beacon) => {
    const response = await fetch(`${site}/api/events?s=${beacon.session_id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': BROWSER.userAgent },
      body: JSON.stringify(beacon),
    })
    const json: unknown = await response.json()
    return response.status === 202 ? BeaconReceipt.parse(json) : response.status
  }
}

/**
 * Readers' browsers: they send beacons, a good part of them two to five times, at once or much later, and most
 * retry beacons that got no response.
 */
export class LoadDriver {
  readonly log = new SentLog()
  readonly #random: SeededRandom
  readonly #mix: BeaconMix
  /** Deliveries still to be made of beacons that were sent before. */
  readonly #again: SentBeacon[] = []
  #sending = false
  #senders: Promise<void>[] = []
  /** Counts of refusals by status. */
  readonly refusals: Record<number, number> = {}
  /** Beacons that were acknowledged. */
  acknowledged = 0

  /** @param oldSessions with some whose assignments only the database knows. */
  constructor({ oldSessions = true, seed = 1 } = {}) {
    this.#random = new SeededRandom(seed)
    this.#mix = new BeaconMix(this.#random, oldSessions)
  }

  /** Begins to send to a collector, which may be gone at any time. Senders pause between two beacons. */
  start(deliver: Deliver, { senders = 4, pauseMs = 10 } = {}): void {
    this.#sending = true
    this.#senders = Array.from({ length: senders }, () => this.#send(deliver, pauseMs))
  }

  /** Resolves when no request is under way any more. */
  async stop(): Promise<void> {
    this.#sending = false
    await Promise.all(this.#senders)
  }

  /** Resolves once so many more beacons are acknowledged. */
  async untilAcknowledged(more = 20): Promise<void> {
    const before = this.acknowledged
    await until(`${more} beacons are acknowledged`, () => this.acknowledged > before + more)
  }

  /** Sends for this time. */
  async sendFor(ms: number, deliver: Deliver, options = {}): Promise<void> {
    this.start(deliver, options)
    await sleep(ms)
    await this.stop()
  }

  /** Sends one beacon. False if it was not acknowledged. */
  async deliver(beacon: SentBeacon, deliver: Deliver): Promise<boolean> {
    this.log.sending(beacon)
    const result = await deliver(beacon).catch(() => undefined)
    if (typeof result === 'number') this.refusals[result] = (this.refusals[result] ?? 0) + 1
    if (typeof result !== 'object') return false
    this.acknowledged += 1
    this.log.acknowledged(beacon, result)
    return true
  }

  /** Makes the deliveries that are left, to a collector that is well. */
  async deliverRest(deliver: Deliver): Promise<void> {
    for (const beacon of this.#again.splice(0)) await this.deliver(beacon, deliver)
  }

  async #send(deliver: Deliver, pauseMs: number): Promise<void> {
    while (this.#sending) {
      if (pauseMs > 0) await sleep(pauseMs)
      const earlier = this.#random.chance(0.4) ? this.#takeEarlier() : undefined
      const beacon = earlier ?? this.#mix.next()
      if (!earlier && this.#random.chance(0.3)) {
        for (let copies = 1 + this.#random.below(4); copies > 0; copies--) this.#again.push(beacon)
      }
      const atOnce = this.#random.chance(0.1) ? 2 : 1
      const results = await Promise.all(Array.from({ length: atOnce }, () => this.deliver(beacon, deliver)))
      if (results.includes(true)) continue
      if (this.#random.chance(0.7)) this.#again.push(beacon)
      await sleep(RETRY_MS)
    }
  }

  #takeEarlier(): SentBeacon | undefined {
    return this.#again.splice(this.#random.below(this.#again.length), 1)[0]
  }
}
