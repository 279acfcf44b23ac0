import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from '../platform/mutex.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import { type CollectorBook, isLiving, isOld, NONE } from './collector-books.ts'
import type { OwnBook } from './own-book.ts'

/** What the others are doing, as far as an audit has to know. */
export interface Stillness {
  /** Whose books are old: what they did since is in the tables and not in the sums. */
  readonly old: readonly string[]
  /** Who may write at this moment. */
  readonly writing: readonly string[]
}

export interface AuditPauseTools {
  readonly id: string
  readonly book: Pick<OwnBook, 'auditing' | 'write'>
  /** The books of the others, as they were last read. */
  readonly others: () => readonly CollectorBook[]
  /** Reads them. */
  readonly read: () => Promise<readonly CollectorBook[]>
  readonly loader: Pick<Loader, 'exclusively'>
}

/** How often somebody who waits for the others looks at their books. */
const LOOK_MS = 500
/** An audit that others do not pause for is given up, to be made at another time. */
const PAUSE_MS = 10 * 60_000

/**
 * A moment at which no collector writes. Whoever wants one says so in its books; the others stop inserting, say so in
 * theirs, and go on when it is over, or when the auditor's books are old. Events are taken all the while.
 */
export class AuditPause {
  readonly #tools: AuditPauseTools
  /** One at a time of this collector's: its books name one audit. */
  readonly #turns = new Mutex()
  #pausing: Promise<void> | undefined
  #stopped = false

  constructor(tools: AuditPauseTools) {
    this.#tools = tools
  }

  /** Lets go of whatever waits. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#pausing
  }

  /**
   * Runs a task while the others pause.
   *
   * @param task is handed what tells, at any time, whether they still do.
   * @throws if a living collector does not pause in time.
   */
  async around<T>(
    task: (stillness: () => Promise<Stillness>) => Promise<T>,
    deadline?: Deadline,
  ): Promise<T> {
    const release = await this.#turns.acquireWith(deadline, () => 'other work on the tables to end')
    const audit = randomUUID()
    const over = new AbortController()
    try {
      let waitingFor: readonly string[] = []
      const what = () => `other collectors to pause (${waitingFor.join(', ')})`
      const paused = this.#untilPaused(audit, over.signal, (writing) => (waitingFor = writing))
      const before = await (deadline ? deadline.waitFor(what, paused) : paused)
      return await task(() => this.#stillness(audit, before))
    } finally {
      over.abort()
      await this.#tools.book.write({ auditing: NONE }).catch(() => {})
      release()
    }
  }

  /** Stops writing where another collector wants to make an audit, until that is over. Resolves when it has, or is about to. */
  async heed(): Promise<void> {
    const { book, others, loader } = this.#tools
    const auditor = others().find((other) => isLiving(other) && other.auditing !== NONE)
    if (!auditor || this.#pausing || this.#stopped) return
    const { promise: paused, resolve } = Promise.withResolvers<void>()
    const isOver = () => this.#stopped || !this.#isAuditing(auditor)
    this.#pausing = loader
      .exclusively(async () => {
        if (isOver()) return
        await book.write({ paused_for: auditor.auditing }).catch(() => {})
        resolve()
        while (!isOver()) await sleep(100)
        await book.write({ paused_for: NONE }).catch(() => {})
      })
      .finally(() => {
        this.#pausing = undefined
        resolve()
      })
    // No longer: whoever calls has to read that it is over.
    await Promise.race([paused, sleep(LOOK_MS)])
  }

  #isAuditing({ collector, auditing }: CollectorBook): boolean {
    return this.#tools
      .others()
      .some((book) => book.collector === collector && book.auditing === auditing && isLiving(book))
  }

  /** Resolves to the books at the beginning of the pause. Who is not there to begin with need not pause. */
  async #untilPaused(
    audit: string,
    over: AbortSignal,
    tell: (writing: readonly string[]) => void,
  ): Promise<readonly CollectorBook[]> {
    const { id, book, read } = this.#tools
    const until = Date.now() + PAUSE_MS
    while (!this.#stopped) {
      const others = await read()
      if (over.aborted) break
      // Of two that wait for each other the one with the smaller id goes first.
      const isAnothersTurn = others.some(
        (other) => isLiving(other) && other.auditing !== NONE && other.collector < id,
      )
      const wanted = isAnothersTurn ? NONE : audit
      if (book.auditing !== wanted) {
        await book.write({ auditing: wanted })
        continue
      }
      const writing = others.filter((other) => isLiving(other) && other.paused_for !== audit)
      if (!isAnothersTurn && writing.length === 0) return others
      tell(writing.map(({ collector }) => collector))
      if (Date.now() > until)
        throw new Error('other collectors do not pause: try again when all of them reach ClickHouse')
      await sleep(LOOK_MS)
    }
    throw new Error('it was given up before the other collectors had paused')
  }

  /** @param before the books when it began. One that has stopped since has inserted what it had, and may be back. */
  async #stillness(audit: string, before: readonly CollectorBook[]): Promise<Stillness> {
    const others = await this.#tools.read()
    const quiet = new Set(before.filter((book) => !isLiving(book)).map(({ collector }) => collector))
    const insertedBefore = new Map(before.map((book) => [book.collector, inserted(book)]))
    const hasInserted = (book: CollectorBook) =>
      inserted(book) !== (insertedBefore.get(book.collector) ?? inserted(book))
    const named = (which: (book: CollectorBook) => boolean) =>
      others.filter(which).map(({ collector }) => collector)
    return {
      old: named(isOld),
      writing: named(
        (book) =>
          hasInserted(book) || (book.paused_for !== audit && (isLiving(book) || !quiet.has(book.collector))),
      ),
    }
  }
}

/** What of a collector's events is not in its log any more; taking some more does not change it. */
function inserted({ accepted, pending }: CollectorBook): number {
  return accepted - pending
}
