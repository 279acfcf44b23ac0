import type { MessageStatus } from '@half-measure/shared/audience/contact-message.ts'
import type { NewsletterSource } from '@half-measure/shared/audience/newsletter.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { type Kysely, sql } from 'kysely'
import { mailboxFor } from '../src/audience/contact/triage.ts'
import type { Database } from '../src/database/schema/database.ts'
import { type Magazine, magazineOf } from './magazine.ts'
import { SeededRandom } from './seeded-random.ts'
import type { SeedBeacon } from './session.ts'
import { issuesBetween } from './sources.ts'
import { DAY_MS } from '../src/platform/durations.ts'

/** Median time until a subscriber confirms. */
const CONFIRMS_AFTER_MS = 9 * 60_000
/** Rows of one INSERT: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

/** Sign-ups and messages of the traffic. The database gets a row for each, so that both tell the same story. */
export class People {
  readonly #signups: { at: Date; source: NewsletterSource }[] = []
  readonly #messages: Date[] = []

  /** Writes subscribers, messages, newsletter issues with their deliveries, and notes beside the figures. */
  async write(
    db: Kysely<Database>,
    { seed, until, articles }: { seed: number; until: number; articles: readonly ListedArticle[] },
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
      return { email, source, created_at: at, requested_at: at, confirmed_at }
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
      const issues = await writeIssues(trx, magazine, until)
      await writeNotes(trx, magazine)
      return { subscribers: subscribers.length, messages: messages.length, issues }
    })
  }

  /** Passes sessions on and notes what their readers did. */
  *observe(sessions: Iterable<SeedBeacon[]>): Generator<SeedBeacon[]> {
    for (const beacons of sessions) {
      for (const event of beacons.flatMap(({ sent }) => sent.events)) {
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

/** One issue each Friday since the launch, delivered to all who had confirmed. @returns their number. */
async function writeIssues(
  db: Kysely<Database>,
  { articles, launchedAt }: Magazine,
  until: number,
): Promise<number> {
  const issues = issuesBetween(launchedAt, until)
  for (const sentAt of issues) {
    const at = new Date(sentAt)
    const [newest, ...others] = articles.filter(({ publishedAt }) => publishedAt <= sentAt)
    const titleOf = (title = '') => title.replace(/ \| [^|]*$/, '')
    const lines = [newest, ...others.slice(0, 2)].map((one) => `- [${titleOf(one?.title)}](${one?.path})`)
    const { id } = await db
      .insertInto('newsletter_issues')
      .values({
        subject: titleOf(newest?.title),
        preheader: 'One letter, three things worth reading and a beer.',
        body: `Good evening.\n\nThis week:\n\n${lines.join('\n')}\n\nUntil next Friday.`,
        state: 'sent',
        created_at: new Date(sentAt - DAY_MS),
        updated_at: at,
        started_at: at,
        finished_at: new Date(sentAt + 4 * 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into newsletter_deliveries (email_id, issue_id, subscriber_id, outcome, queued_at)
      select gen_random_uuid(), ${id}, id, case when hashtext(email) % 60 = 0 then 'failed' else 'delivered' end, ${at}
      from newsletter_subscribers where confirmed_at <= ${at}`.execute(db)
  }
  return issues.length
}

async function writeNotes(db: Kysely<Database>, { launchedAt }: Magazine): Promise<void> {
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
