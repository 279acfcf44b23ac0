import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { articlePage, type Page, PAGES } from './pages.ts'
import type { Hour } from './rhythm.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Shelf } from './shelf.ts'
import { WeightedList } from './weighted-list.ts'

type Utm = Extract<SentEvent, { type: 'page_view' }>['utm']

/** How a visit begins. */
export interface Arrival {
  readonly page: Page
  /** `document.referrer`; empty where the browser has none. */
  readonly referrer: string
  readonly utm?: Utm
}

type Arrive = (random: SeededRandom, shelf: Shelf, hour: Hour) => Arrival

const fresh = (random: SeededRandom, shelf: Shelf) => articlePage(shelf.fresh.pick(random))
const lasting = (random: SeededRandom, shelf: Shelf) => articlePage(shelf.lasting.pick(random))

const search: Arrive = (random, shelf) => ({
  page: random.chance(0.22) ? PAGES.review : random.chance(0.2) ? PAGES.home : lasting(random, shelf),
  referrer: searchEngines.pick(random).address,
})
const searchEngines = new WeightedList(
  [
    { address: 'https://www.google.com/', share: 62 },
    { address: 'https://www.google.co.uk/', share: 19 },
    { address: 'https://www.bing.com/', share: 8 },
    { address: 'https://duckduckgo.com/', share: 7 },
    { address: 'https://www.ecosia.org/', share: 3 },
    { address: 'https://search.brave.com/', share: 1 },
  ],
  ({ share }) => share,
)

const direct: Arrive = (random, shelf) => ({
  page: random.chance(0.68) ? PAGES.home : random.chance(0.85) ? fresh(random, shelf) : PAGES.newsletter,
  referrer: '',
})

const social: Arrive = (random, shelf) => ({
  page: random.chance(0.07) ? PAGES.review : fresh(random, shelf),
  referrer: socialNetworks.pick(random).address,
})
const socialNetworks = new WeightedList(
  [
    { address: 'https://l.instagram.com/', share: 34 },
    { address: 'https://www.reddit.com/', share: 20 },
    { address: 'https://lm.facebook.com/', share: 17 },
    { address: 'https://bsky.app/', share: 13 },
    { address: 'https://t.co/', share: 9 },
    { address: 'https://untappd.com/', share: 7 },
  ],
  ({ share }) => share,
)

const newsletter: Arrive = (random, shelf, hour) => ({
  page: random.chance(0.12) ? PAGES.review : fresh(random, shelf),
  referrer: random.chance(0.3) ? 'https://mail.google.com/' : '',
  utm: { source: 'friday-edition', medium: 'email', campaign: `friday-edition-${issueDate(hour)}` },
})

const assistant: Arrive = (random, shelf) => ({
  page: random.chance(0.4) ? PAGES.review : lasting(random, shelf),
  ...assistants.pick(random).arrival,
})
const assistants = new WeightedList<{ arrival: Pick<Arrival, 'referrer' | 'utm'>; share: number }>(
  [
    { arrival: { referrer: 'https://chatgpt.com/', utm: { source: 'chatgpt.com' } }, share: 66 },
    { arrival: { referrer: 'https://www.perplexity.ai/' }, share: 16 },
    { arrival: { referrer: 'https://gemini.google.com/' }, share: 10 },
    { arrival: { referrer: 'https://claude.ai/' }, share: 8 },
  ],
  ({ share }) => share,
)

const referral: Arrive = (random, shelf) => ({
  page: lasting(random, shelf),
  referrer: random.pick([
    'https://news.ycombinator.com/',
    'https://cellarmen.example/links',
    'https://small-beer-almanac.example/2026/reading',
    'https://en.wikipedia.org/',
  ]),
})

const paid: Arrive = (random, shelf) => ({
  page: random.chance(0.8) ? PAGES.review : lasting(random, shelf),
  referrer: 'https://www.google.com/',
  utm: {
    source: 'google',
    medium: 'cpc',
    campaign: random.pick(['alcohol-free-beer', 'better-fridays']),
    term: random.pick(['alcohol free beer', 'best alcohol free beer uk', 'low alcohol ale']),
  },
})

/** A way to the magazine. */
export interface WayIn {
  readonly arrive: Arrive
  /** Of a hundred visits in an ordinary hour. */
  readonly share: number
}

const WAYS: readonly WayIn[] = [
  { arrive: search, share: 35 },
  { arrive: direct, share: 21 },
  { arrive: social, share: 19 },
  { arrive: newsletter, share: 6 },
  { arrive: assistant, share: 6 },
  { arrive: referral, share: 6 },
  { arrive: paid, share: 7 },
]

/** Hours since the newsletter was sent, on Friday at four in the afternoon. */
function hoursSinceIssue({ weekday, hour }: Hour): number {
  return ((weekday - 5) * 24 + hour - 16 + 168) % 168
}

/** The Friday of the issue that is being read, `YYYY-MM-DD`. */
function issueDate(hour: Hour): string {
  return new Date(hour.start - hoursSinceIssue(hour) * 3_600_000).toISOString().slice(0, 10)
}

/** The ways by which visits come in an hour. The newsletter brings its readers when it is sent. */
export function waysIn(hour: Hour): WeightedList<WayIn> {
  const pull = 0.4 + 9 * Math.exp(-hoursSinceIssue(hour) / 9)
  return new WeightedList(WAYS, ({ arrive, share }) => (arrive === newsletter ? share * pull : share))
}
