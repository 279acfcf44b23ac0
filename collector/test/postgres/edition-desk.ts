import { Edition } from '@half-measure/shared/people/edition.ts'
import { queueLetters, type QueueResult } from '../../src/people/editions/queue-letters.ts'
import type { Postgres } from '../../src/database/open-postgres.ts'
import { editionRoutes, letterRoutes } from '../../src/routes/editions.ts'
import { type AdminApp, openAdminApp } from './open-admin-app.ts'
import { origins, waitingMails } from './test-people.ts'

export const editionText = {
  subject: 'On halves',
  preheader: 'One argument, one drink',
  body: 'A half is *not* less.\n\n[Read on](/articles/pine-beer)',
}

type Answer = ReturnType<AdminApp['app']['call']>

/** Where an editor writes and sends editions. */
export interface EditionDesk extends Pick<AdminApp, 'clock' | 'people' | 'app'> {
  /** Asks as the owner. @param path behind `/api/editions`. */
  call(method: string, path?: string, body?: unknown): Answer
  /** Access tokens last for fifteen minutes. */
  signInAgain(): Promise<void>
  /** The edition that an answer holds. */
  edition(answer: Answer): Promise<Edition>
  create(part?: Partial<typeof editionText>): Promise<Edition>
  send(edition: Edition): Answer
  /** Writes one batch of letters. @param rate a minute. */
  queueOnce(rate: number): Promise<QueueResult>
  /** Writes letters until there is nothing to do; what was put into the outbox counts as handed over. */
  queueAll(rate?: number): Promise<QueueResult>
  /** The letters that wait. */
  letters(): ReturnType<typeof waitingMails>
  /** To whom they go. */
  recipients(): Promise<string[]>
}

export async function openEditionDesk(db: Postgres['db']): Promise<EditionDesk> {
  const opened = await openAdminApp(db, (app, { people, admin }) =>
    app.route('/api/editions', letterRoutes(people)).route('/api/editions', editionRoutes(people, admin)),
  )
  const { clock, people, app } = opened
  let { bearer } = opened
  const desk: EditionDesk = {
    clock,
    people,
    app,
    call: (method, path = '', body) =>
      app.call(method, `/api/editions${path}`, { bearer, ...(body === undefined ? {} : { body }) }),
    async signInAgain() {
      bearer = (await app.signIn()).access_token
    },
    edition: async (answer) => Edition.parse((await answer).json),
    create: (part = {}) => desk.edition(desk.call('POST', '', { ...editionText, ...part })),
    send: ({ id, version }) => desk.call('POST', `/${id}/send`, { version }),
    queueOnce: (rate) => queueLetters({ db, now: clock.now, origins }, rate),
    async queueAll(rate = 6_000) {
      for (;;) {
        const result = await desk.queueOnce(rate)
        await db.updateTable('outbox').set({ attempts: 1 }).execute()
        if (result !== 'queued') return result
      }
    },
    letters: async () => (await waitingMails(db)).filter(({ kind }) => kind === 'newsletter-edition'),
    recipients: async () => (await desk.letters()).map(({ recipient }) => recipient).toSorted(),
  }
  return desk
}
