import { setTimeout as sleep } from 'node:timers/promises'
import { type Auth, createAuth } from './auth/auth.ts'
import type { Config } from './config/config.ts'
import { createDesk, type Desk } from './desk/desk.ts'
import { codeOf, isUnavailable } from './platform/unavailable.ts'
import type { Logger } from './platform/logger.ts'
import { eraseMailFiles, expireMailFiles } from './mail/mail-files.ts'
import { type Mailer, startMailer } from './mail/mailer.ts'
import { type EditionSender, startEditionSender } from './people/editions/edition-sender.ts'
import { reportLetter } from './people/editions/letter-outcomes.ts'
import { loadLetterTickets } from './people/editions/letter-tickets.ts'
import { createPeople, type People } from './people/people.ts'
import { erasePerson } from './people/retention/erase-person.ts'
import { expirePeople } from './people/retention/expire-people.ts'
import { bringUpToDate } from './database/migrate.ts'
import type { Postgres } from './database/open-postgres.ts'
import { loadShareGrants } from './sharing/share-grants.ts'
import { createSharing, type Sharing } from './sharing/sharing.ts'
import { backoff, severityOfFailure } from './platform/backoff.ts'

/** Accounts, messages, subscribers, mail, notes and saved views: everything that lives in Postgres. */
export interface PeopleServices {
  readonly auth: Auth
  readonly people: People
  readonly desk: Desk
  readonly sharing: Sharing
}

export interface PeopleSide {
  /** Undefined until the database has been reached once. */
  readonly current: PeopleServices | undefined
  /** Rejects only if it can never be used, or if closed before. */
  readonly ready: Promise<PeopleServices>
  /** Forgets a person by address, files of mail included. */
  erase(email: string): Promise<object>
  /** Lets go of what has been kept long enough. */
  expire(now: Date): Promise<void>
  close(): Promise<void>
}

/** Opens the people's side; a database server may come later. */
export function openPeople(config: Config, postgres: Postgres, log: Logger): PeopleSide {
  const { db } = postgres
  const stopped = new AbortController()
  let mailer: Mailer | undefined
  let sender: EditionSender | undefined
  let current: PeopleServices | undefined
  const ready = prepare()
  ready.catch((error: unknown) => {
    if (!stopped.signal.aborted)
      log.error({ err: error }, 'postgres cannot be used; events are taken all the same')
  })

  return {
    get current() {
      return current
    },
    ready,
    async erase(email) {
      await ready
      return {
        ...(await erasePerson(db, email)),
        mail_files: await eraseMailFiles(config.mail.outboxDir, email),
      }
    },
    async expire(now) {
      await ready
      await expirePeople(db, now)
      await expireMailFiles(config.mail.outboxDir, now)
    },
    async close() {
      stopped.abort()
      await ready.catch(() => {})
      await sender?.stop()
      await mailer?.stop()
    },
  }

  async function prepare(): Promise<PeopleServices> {
    for (let attempt = 1; ; attempt++) {
      try {
        await bringUpToDate(config.postgres, db, log)
        mailer ??= startMailer({ db, config: config.mail, log, report: reportLetter })
        const auth = await createAuth({ db, config, log, mailer })
        const { origins, mail } = config
        sender ??= startEditionSender({ db, origins, mailer }, { rate: mail.newsletterRate, log })
        const people = createPeople({
          db,
          limits: auth.limits,
          mailer,
          sender,
          origins,
          tickets: await loadLetterTickets(config.keysDir),
        })
        const grants = await loadShareGrants(config.keysDir, () => new Date())
        const sharing = createSharing({ db, limits: auth.limits, grants })
        current = { auth, people, desk: createDesk({ db }), sharing }
        return current
      } catch (error) {
        if (config.postgres.kind === 'embedded' || stopped.signal.aborted || !isUnavailable(error))
          throw error
        log[severityOfFailure(attempt)](
          { attempt, code: codeOf(error) },
          'postgres cannot be reached; trying again',
        )
        await sleep(backoff(attempt), undefined, { signal: stopped.signal })
      }
    }
  }
}
