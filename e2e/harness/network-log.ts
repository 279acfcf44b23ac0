import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { BannerCount, ConsentChoice } from '@half-measure/shared/audience/consent.ts'
import type { BrowserContext, Request } from 'playwright-core'

export interface NetworkLog {
  /** URLs of all requests, in order. */
  readonly urls: readonly string[]
  /** Requests to our own server's programs: `POST /api/events`. */
  calls(): string[]
  /** Beacons as the server's schema reads them; it throws on what the server would refuse. */
  beacons(): { readonly sessionId: string; readonly events: readonly Event[] }[]
  /** Events of all beacons; a repeated one appears once. */
  events(): Event[]
  /** Proofs of consent and of withdrawal. */
  choices(): ConsentChoice[]
  /** Banners that were shown or answered: what was said of them, and nothing else. */
  banners(): BannerCount[]
  /** Forgets what was seen so far. */
  clear(): void
}

/** A log, and what starts it again with every request of a reader's browser, in all its tabs. */
export function newNetworkLog(): { log: NetworkLog; follow: (reader: BrowserContext) => void } {
  let requests: Request[] = []
  const posted = (path: string): string[] =>
    requests
      .filter((request) => request.method() === 'POST' && new URL(request.url()).pathname === path)
      .map((request) => request.postData() ?? '')

  function beacons() {
    return posted('/api/events').map((body) => {
      const { session_id: sessionId, events } = Beacon.parse(JSON.parse(body))
      return { sessionId, events: events.map((event) => Event.parse(event)) }
    })
  }

  const log: NetworkLog = {
    get urls() {
      return requests.map((request) => request.url())
    },
    calls: () =>
      requests
        .map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
        .filter((call) => call.includes(' /api/')),
    beacons,
    events() {
      const known = new Map(beacons().flatMap(({ events }) => events.map((event) => [event.event_id, event])))
      return [...known.values()]
    },
    choices: () => posted('/api/consent').map((body) => ConsentChoice.parse(JSON.parse(body))),
    banners: () => posted('/api/consent/banner').map((body) => BannerCount.strict().parse(JSON.parse(body))),
    clear: () => void requests.splice(0),
  }
  return {
    log,
    follow(reader) {
      const own: Request[] = []
      requests = own
      reader.on('request', (request) => own.push(request))
    },
  }
}
