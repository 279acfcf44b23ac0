import type { MessageStatus } from '@half-measure/shared/audience/contact-message.ts'
import type { Kysely } from 'kysely'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { type NewsletterSource, OPENS_VERSION } from '@half-measure/shared/audience/newsletter.ts'
import { mailboxFor } from '../src/audience/contact/triage.ts'
import type { Database } from '../src/database/schema/database.ts'
import { writeIssues } from './issues.ts'
import { type Magazine, magazineOf } from './magazine.ts'
import { SeededRandom } from './seeded-random.ts'
import type { SeedBeacon } from './session.ts'
import type { TrafficOptions } from './traffic.ts'

/** Median time until a subscriber confirms. */
const CONFIRMS_AFTER_MS = 9 * 60_000
/** Rows of one INSERT: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

/** Writes a row for each sign-up and message in the traffic, so that database and events agree. */
export class SeededAudience {
  readonly #signups: { at: Date; source: NewsletterSource }[] = []
  readonly #messages: Date[] = []
  /** Sessions that a newsletter issue began, by its campaign. */
  readonly #arrivals = new Map<string, number>()

  /** Writes subscribers, messages, newsletter issues with their deliveries, and annotations. */
  async write(
    db: Kysely<Database>,
    { seed, until, articles, siteOrigin }: Pick<TrafficOptions, 'seed' | 'until' | 'articles' | 'siteOrigin'>,
  ): Promise<{ subscribers: number; messages: number; issues: number }> {
    const random = new SeededRandom(seed, 0x7fff_ffff)
    const person = (index: number) => {
      const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)]
      const email = `${first}.${last}-${seed}-${index}@mail.example`.toLowerCase()
      return { name: `${first} ${last}`, email }
    }
    const subscribers = this.#signups.map(({ at, source }, index) => {
      const confirmed = at.getTime() + random.around(CONFIRMS_AFTER_MS, 1.2)
      const isConfirmed = random.chance(0.78) && confirmed < until
      const { email } = person(index)
      const confirmed_at = isConfirmed ? new Date(confirmed) : null
      const consent = { allows_opens: true, opens_version: OPENS_VERSION, opens_allowed_at: confirmed_at }
      const refusal = { allows_opens: false, opens_version: null, opens_allowed_at: null }
      const opens = isConfirmed && index % 3 === 0 ? consent : refusal
      return { email, source, created_at: at, requested_at: at, confirmed_at, ...opens }
    })
    const printed = new Set<string>()
    const messages = this.#messages.map((at, index) => {
      const isNew = until - at.getTime() < 2 * DAY_MS
      const status: MessageStatus = isNew ? 'unread' : random.pick(['read', 'replied', 'replied', 'archived'])
      const [subject, message] = random.pick(MESSAGES)
      const mailbox = mailboxFor(subject)
      const noSpam = { is_spam: false, spam_reasons: [] }
      const { name, email } = person(index)
      const may_print = PRINTED.has(subject)
      const sent = { name, email, subject, message, mailbox, status, ...noSpam, may_print, created_at: at }
      if (!may_print || isNew || printed.has(subject)) return sent
      printed.add(subject)
      const letter_published_at = new Date(at.getTime() + DAY_MS)
      return { ...sent, letter_title: subject, letter_text: message, letter_name: name, letter_published_at }
    })
    const magazine = magazineOf(articles)
    return await db.transaction().execute(async (trx) => {
      for (const rows of chunks(subscribers))
        await trx.insertInto('newsletter_subscribers').values(rows).execute()
      for (const rows of chunks(messages)) await trx.insertInto('contact_messages').values(rows).execute()
      const issues = await writeIssues(trx, new SeededRandom(seed, 0x7fff_fffd), {
        magazine,
        until,
        seed,
        siteOrigin,
        arrivals: this.#arrivals,
      })
      await writeAnnotations(trx, magazine)
      return { subscribers: subscribers.length, messages: messages.length, issues }
    })
  }

  /** Passes sessions on and records sign-ups, messages and arrivals from newsletter issues. */
  *observe(sessions: Iterable<SeedBeacon[]>): Generator<SeedBeacon[]> {
    for (const beacons of sessions) {
      for (const event of beacons.flatMap(({ sent }) => sent.events)) {
        const campaign = event.type === 'page_view' ? event.utm?.campaign : undefined
        if (campaign) this.#arrivals.set(campaign, (this.#arrivals.get(campaign) ?? 0) + 1)
        if (event.type !== 'conversion') continue
        const at = new Date(event.occurred_at)
        if (event.event_type === 'contact_sent') this.#messages.push(at)
        if (event.event_type === 'newsletter_signup')
          this.#signups.push({ at, source: event.conversion_data?.['source'] as NewsletterSource })
      }
      yield beacons
    }
  }
}

async function writeAnnotations(db: Kysely<Database>, { launchedAt }: Magazine): Promise<void> {
  const note = (days: number, text: string) => {
    const created_at = new Date(launchedAt + days * DAY_MS)
    return { day: created_at.toISOString().slice(0, 10), text, author_id: null, created_at }
  }
  const notes = [
    note(0, 'The magazine opens with its first article'),
    note(4, 'Campaign “alcohol-free-beer” begins'),
    note(32, 'Campaign “better-fridays” begins'),
  ]
  await db.insertInto('annotations').values(notes).execute()
}

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}

const FIRST_NAMES =
  'Ada Bryn Callista Dougal Edith Farouk Greta Hamish Ines Jasper Kiran Lowri Milo Nuala Oona Piotr'.split(
    ' ',
  )
const LAST_NAMES =
  'Ashdown Birtwhistle Carrow Denholm Eastlake Fernsby Garrick Hollins Ibbotson Jessop Kettlewell'.split(' ')

/** Subjects of messages whose senders allow it; the first of each is printed as a letter. */
const PRINTED: ReadonlySet<string> = new Set(['Your review of the stout', 'Thank you'])

const MESSAGES: readonly (readonly [subject: string, message: string])[] = [
  [
    'A correction to your piece on foam',
    'The widget was patented a year earlier than you say. I worked on the line.',
  ],
  [
    'Pitch: the last cooper in Burton',
    'I have spent a month with him and have photographs. Would you read 1,500 words?',
  ],
  ['The newsletter goes to spam', 'It has landed there two Fridays running. Is it me or you?'],
  ['Where to find Quarter Bell Pale', 'Nobody in Leeds has heard of it. Does the brewery deliver?'],
  ['Your review of the stout', 'Fair, but you drank it too cold. Try it from the cupboard.'],
  ['Thank you', 'I read the piece about Wednesdays aloud to my husband, who has now gone quiet.'],
]
