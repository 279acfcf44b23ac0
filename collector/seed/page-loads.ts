import { isbot } from 'isbot'
import { PageLoadCounts, type PageLoadRow } from '../src/page-loads/page-loads.ts'
import { SeededRandom } from './seeded-random.ts'
import type { SeedBeacon } from './session.ts'

/** Share of page loads whose reader has accepted; it differs by page and day. */
const ACCEPTED = 0.62

/** Page loads of all readers, most of them those of the traffic, which accepted. */
export class SeededPageLoads {
  readonly #views = new PageLoadCounts()

  /** A page has loads in the hours in which it was viewed. */
  rows(seed: number): PageLoadRow[] {
    const random = new SeededRandom(seed, 0x7fff_fffe)
    const factors = new Map<string, number>()
    const factorOf = (name: string, spread: number) => {
      const factor = factors.get(name) ?? random.around(1, spread)
      factors.set(name, factor)
      return factor
    }
    return this.#views.take().map(({ hour, page_path, loads: views }) => {
      const day = hour.slice(0, 'YYYY-MM-DD'.length)
      const accepted = Math.min(ACCEPTED * factorOf(page_path, 0.12) * factorOf(day, 0.04), 0.95)
      // Rounded up or down by chance, so that pages with few views do not all have the same share.
      return { hour, page_path, loads: Math.floor(views / accepted + random.fraction()) }
    })
  }

  /** Passes sessions on and notes which pages were viewed. */
  *observe(sessions: Iterable<SeedBeacon[]>): Generator<SeedBeacon[]> {
    for (const beacons of sessions) {
      for (const { sent, request } of beacons) {
        for (const event of isbot(request.userAgent) ? [] : sent.events)
          if (event.type === 'page_view') this.#views.add(event.page_path, Date.parse(event.occurred_at))
      }
      yield beacons
    }
  }
}
