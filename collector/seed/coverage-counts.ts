import { isbot } from 'isbot'
import { type CoverageCountRow, HourlyCounts } from '../src/consent-coverage/coverage-counts.ts'
import type { CountryOf } from '../src/ingest/country.ts'
import { SeededRandom } from './seeded-random.ts'
import type { SeedBeacon } from './session.ts'

/** Share of page loads whose reader has accepted; it differs by page, country and day. */
const ACCEPTED = 0.62
/** Share of the other page loads by readers who had not chosen yet. The rest had refused. */
const UNDECIDED = 0.55
/** Share of banners refused, of those not accepted. */
const REJECTED = 0.3
/** Loads by bots that say so, for each load by a person. */
const BOTS = 0.18

/** Counts of all readers; most page loads are those of the traffic, whose readers accepted. */
export class SeededCoverageCounts {
  readonly #views = new HourlyCounts()
  readonly #countryOf: CountryOf

  constructor(countryOf: CountryOf) {
    this.#countryOf = countryOf
  }

  /** A page has loads in the hours in which it was viewed. */
  rows(seed: number): CoverageCountRow[] {
    const random = new SeededRandom(seed, 0x7fff_fffe)
    const factors = new Map<string, number>()
    const factorOf = (name: string, spread: number) => {
      const factor = factors.get(name) ?? random.around(1, spread)
      factors.set(name, factor)
      return factor
    }
    // Rounded up or down by chance, so that rare counts are not always 0.
    const whole = (mean: number) => Math.floor(mean + random.fraction())
    return this.#views.take().map((row) => {
      const { hour, page_path, country, loads: views, banners_accepted } = row
      const day = hour.slice(0, 'YYYY-MM-DD'.length)
      const factor = factorOf(page_path, 0.12) * factorOf(country, 0.05) * factorOf(day, 0.04)
      const loads = whole(views / Math.min(ACCEPTED * factor, 0.95))
      const undecided = whole((loads - views) * UNDECIDED)
      const banners_rejected = whole(undecided * REJECTED)
      const banners_shown = banners_accepted + Math.max(undecided, banners_rejected)
      return { ...row, loads, bot_loads: whole(loads * BOTS), banners_shown, banners_rejected }
    })
  }

  /** Passes sessions on and notes which pages were viewed, and on which one each reader accepted. */
  *observe(sessions: Iterable<SeedBeacon[]>): Generator<SeedBeacon[]> {
    for (const beacons of sessions) {
      let isFirst = true
      for (const { sent, request } of beacons) {
        if (isbot(request.userAgent)) continue
        for (const event of sent.events) {
          if (event.type !== 'page_view') continue
          const place = { page: event.page_path, country: this.#countryOf(request.clientAddress) }
          const at = Date.parse(event.occurred_at)
          this.#views.add('loads', place, at)
          if (isFirst) this.#views.add('banners_accepted', place, at)
          isFirst = false
        }
      }
      yield beacons
    }
  }
}
