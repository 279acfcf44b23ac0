import type { RequestFacts } from '../ingest/request-facts.ts'
import { countries } from './countries.ts'
import { bots, devices } from './devices.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Who visits: a device somewhere. */
export interface Reader {
  readonly isBot: boolean
  /** What every request of the visit shows, but for its time. */
  readonly request: Omit<RequestFacts, 'receivedAt'>
  readonly screen: string
  readonly language: string
  readonly timezone: string
}

/** So many visits out of one are a program's. */
const BOTS = 0.015

export function aReader(random: SeededRandom): Reader {
  const isBot = random.chance(BOTS)
  const { userAgent, mobileHint, platformHint, screens } = (isBot ? bots : devices).pick(random)
  const { addresses, language, timezone } = countries.pick(random)
  return {
    isBot,
    request: { userAgent, mobileHint, platformHint, purpose: '', clientAddress: random.pick(addresses) },
    screen: random.pick(screens),
    language,
    timezone,
  }
}
