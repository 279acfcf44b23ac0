import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../platform/logger.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import { AuditPause, type Stillness } from './audit-pause.ts'
import {
  closed,
  type CollectorBook,
  isLiving,
  isOld,
  NONE,
  type OwnFigures,
  readBooks,
  sumOfFigures,
  writeBook,
} from './collector-books.ts'
import { OwnBook, type OwnBookTools } from './own-book.ts'

export interface CollectorTools extends OwnBookTools {
  readonly loader: Loader
  /** Done once a beat while ClickHouse answers. */
  readonly onBeat: () => Promise<void>
  readonly log: Logger
}

export class CollectorNotGoneError extends Error {
  override name = 'CollectorNotGoneError'
  readonly code = 'collector_not_gone'
}

export class SilentCollectorError extends Error {
  override name = 'SilentCollectorError'
  readonly code = 'collector_silent'
}

/** How often books are written and read during an audit. */
const QUICK_BEAT_MS = 500

/**
 * The collectors that write to one ClickHouse: each writes its books into a table that all of them read. With the
 * embedded engine this one is alone, and nothing here does anything.
 */
export class Collectors {
  readonly #tools: CollectorTools
  readonly #isAlone: boolean
  readonly #book: OwnBook
  readonly #pause: AuditPause
  #others: readonly CollectorBook[] = []
  #readAt = 0
  #running: Promise<void> | undefined
  #stopped = false

  constructor(tools: CollectorTools) {
    this.#tools = tools
    this.#isAlone = tools.clickhouse.embedded
    this.#book = new OwnBook(tools)
    this.#pause = new AuditPause({
      id: tools.id,
      loader: tools.loader,
      book: this.#book,
      others: () => this.others,
      read: () => this.read(),
    })
  }

  get id(): string {
    return this.#tools.id
  }

  /** The books of the others, as they were last read. */
  get others(): readonly CollectorBook[] {
    const since = Date.now() - this.#readAt
    return this.#others.map((book) => ({ ...book, age_ms: book.age_ms + since }))
  }

  /** The same, as old as they were then: while nothing can be read, nothing is known of who is gone. */
  get othersWhenRead(): readonly CollectorBook[] {
    return this.#others
  }

  /** Shows the others that this one is here, before it writes anything else. */
  async begin(): Promise<void> {
    if (this.#isAlone) return
    await this.#book.write()
    await this.read()
    await this.#pause.heed()
  }

  start(): void {
    if (this.#isAlone) return
    this.#running ??= this.#beat()
  }

  /** Lets go of whatever waits for others. Its books stay as they are: `leave` writes the last ones. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#running, this.#pause.stop()])
  }

  /** The last books of this process, once it has ended everything else. */
  async leave(): Promise<void> {
    if (this.#book.isBegun) await this.#book.write({ state: 'stopped' })
  }

  /** Reads the books of the others. */
  async read(): Promise<readonly CollectorBook[]> {
    if (this.#isAlone) return []
    const books = await readBooks(this.#tools.clickhouse.reader)
    this.#others = books.filter(({ collector }) => collector !== this.id)
    this.#readAt = Date.now()
    return this.#others
  }

  /** Whether work that one collector does for all of them falls to this one. */
  async isFirst(): Promise<boolean> {
    return (await this.read()).every((book) => !isLiving(book) || book.collector > this.id)
  }

  /** The same of work that falls to one of all that were ever here. */
  get isFirstKnown(): boolean {
    return this.#others.every(({ collector }) => collector > this.id)
  }

  /**
   * Runs a task while no other collector writes.
   *
   * @param task is handed what tells, at any time, whether that is still so.
   * @throws if a living collector does not pause in time.
   */
  whileOthersPause<T>(
    task: (stillness: () => Promise<Stillness>) => Promise<T>,
    deadline?: Deadline,
  ): Promise<T> {
    if (this.#isAlone) return task(async () => ({ old: [], writing: [] }))
    return this.#pause.around(task, deadline)
  }

  /**
   * The part of the account that the others have, as it is without their logs; undefined where there are none. For a
   * moment at which they pause.
   *
   * @throws {SilentCollectorError} if one of them does not say what it did last.
   */
  partOfOthers(): OwnFigures | undefined {
    const { others } = this
    const silent = others.filter(isOld).map(({ collector }) => collector)
    if (silent.length > 0)
      throw new SilentCollectorError(
        `The books of collector ${silent.join(' and ')} are old, so the account is not known. Start it, or if it is lost with its log, close its books: collectors --gone <id>.`,
      )
    return others.length === 0 ? undefined : sumOfFigures(others.map(closed))
  }

  /**
   * Closes the books of a collector that was lost with its log: what waited there counts as dead letters, nobody waits
   * for it, and its promises to erase are kept by another one. Should it come back, it writes its own books again.
   *
   * @throws {CollectorNotGoneError} if there is none of that id, or it has written its books lately.
   */
  async declareGone(id: string): Promise<void> {
    const book = (await this.read()).find(({ collector }) => collector === id)
    if (!book) throw new CollectorNotGoneError(`No other collector has books under ${id}.`)
    if (isLiving(book))
      throw new CollectorNotGoneError(
        `Collector ${id} wrote its books ${Math.round(book.age_ms / 1_000)} s ago. Stop it first.`,
      )
    const { age_ms: _, ...last } = book
    await writeBook(this.#tools.clickhouse.writer, {
      ...closed(last),
      version: last.version + 1,
      state: 'gone',
      auditing: NONE,
      paused_for: NONE,
    })
    await this.read()
  }

  async #beat(): Promise<void> {
    const book = this.#book
    while (!this.#stopped) {
      try {
        if (book.isDue) await book.write()
        await this.read()
        await this.#pause.heed()
        await this.#tools.onBeat()
      } catch (error) {
        // The loader says what there is to say of a database that is away.
        this.#tools.log.debug({ err: error }, 'the books of the collectors cannot be written or read')
      }
      const isAudit = book.pausedFor !== NONE || book.auditing !== NONE
      const beat = this.#tools.silentMs / 10
      for (let left = isAudit ? Math.min(QUICK_BEAT_MS, beat) : beat; left > 0 && !this.#stopped; left -= 100)
        await sleep(100)
    }
  }
}
