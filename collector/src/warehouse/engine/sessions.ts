import { randomUUID } from 'node:crypto'
import type { Session } from 'chdb'
import { KeyedSemaphore } from '../../platform/keyed-semaphore.ts'

/** A session of the engine, for one statement. */
export interface Lease {
  readonly session: Session
  /** `system.processes` shows it with the session's statement: `Settings['log_comment']`. */
  readonly id: string
  /** @param clean the statement left nothing in the session but values of its parameters. */
  end(clean: boolean): void
}

type Idle = Pick<Lease, 'session' | 'id'>

const MAX_IDLE = 4

/**
 * The sessions of the engine, each lent to one statement at a time. Settings stay in a session, and a failed
 * statement's output comes before the next result, so only a clean session is used again.
 *
 * A new session for each statement would be simpler, but chdb closes none while a statement runs in any other: a
 * minute's statement would let them pile up to a gigabyte.
 */
export class Sessions {
  readonly #open: (args: readonly string[]) => Session
  readonly #idle: Idle[] = []
  readonly #semaphore: KeyedSemaphore

  /** @param count most sessions lent at a time; further statements wait, in order. */
  constructor(open: (args: readonly string[]) => Session, count: number) {
    this.#open = open
    this.#semaphore = new KeyedSemaphore({ running: count })
  }

  /** @throws the signal's reason if it fires before there is a slot. */
  async take({ fresh }: { fresh: boolean }, signal: AbortSignal): Promise<Lease> {
    const release = await this.#semaphore.acquire('', signal)
    try {
      const { session, id } = (fresh ? undefined : this.#idle.pop()) ?? this.#create()
      return {
        session,
        id,
        end: (clean) => {
          if (!clean) discard(session)
          else if (this.#idle.length < MAX_IDLE) this.#idle.push({ session, id })
          else session.close()
          release()
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }

  close(): void {
    for (const { session } of this.#idle.splice(0)) session.close()
  }

  #create(): Idle {
    const id = randomUUID()
    return { session: this.#open([`--log_comment=${id}`]), id }
  }
}

/**
 * Closes a session after one more statement: until then, a failed statement holds on to its tables. Because chdb puts
 * off closing while others run, a `DROP … SYNC` among them would wait for this session, and closing this session for
 * the drop.
 */
function discard(session: Session): void {
  const released = session.queryAsync('SELECT 1').catch(() => {})
  void released.then(() => session.close())
}
