import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import type { Audit } from '@half-measure/shared/stats/audit.ts'
import type { Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import type { Logger } from '../platform/logger.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import type { Deadline } from '../platform/deadline.ts'
import { Audits } from './audits.ts'
import { Collectors } from './collectors.ts'
import type { OwnFigures } from './collector-books.ts'
import { delivery, deliveryAt, knownDelivery, type LogFigures } from './delivery.ts'
import { DeliverySoon } from './delivery-soon.ts'
import { Eraser } from './erase-session.ts'
import { expireMonths } from './expire.ts'
import { type DirectRows, insertDirect, settleDirect } from './insert-direct.ts'
import { LastAudit } from './last-audit.ts'
import type { Ledger } from './ledger.ts'
import { RollupMender } from './mend-rollups.ts'
import { finishSettling } from './settle-copies.ts'
import { replay, type ReplayResult } from './replay.ts'
import { retryDeadLetters } from './retry-dead-letters.ts'
import { SharedErasures } from './shared-erasures.ts'
import { daysWithRows } from './rollup-days.ts'
import { countStoredViews } from './stored-events.ts'
import { countTables, countTaken } from './table-counts.ts'

export interface AccountTools {
  readonly directory: string
  readonly ledger: Ledger
  readonly spool: Spool
  readonly loader: Loader
  readonly deadLetters: DeadLetters
  readonly clickhouse: ClickHouse
  readonly retentionMonths: number
  /** How long the other collectors may hear nothing of this one before they go on without it. */
  readonly silentMs: number
  /** Has memory let go of a session whose erasure was promised. */
  readonly forget: (sessionId: string) => void
  readonly log: Logger
}

/** Damage that was set aside is there for a person to look at, and not for ever: it may be of anybody. */
const QUARANTINE_MS = 30 * 24 * 3_600_000

/** The books of the event log: what came, what became of it, and the work that changes what is stored. */
export class Account {
  readonly #tools: AccountTools
  readonly collectors: Collectors
  readonly eraser: Eraser
  readonly #erasures: SharedErasures
  readonly mender: RollupMender
  readonly #lastAudit: LastAudit
  readonly #audits: Audits
  readonly #deliverySoon: DeliverySoon
  #closed = false

  static async open(tools: AccountTools): Promise<Account> {
    const id = await tools.ledger.collectorId()
    return new Account(tools, id, await LastAudit.open(tools.directory, tools.log))
  }

  private constructor(tools: AccountTools, id: string, lastAudit: LastAudit) {
    this.#tools = tools
    this.#lastAudit = lastAudit
    this.collectors = new Collectors({
      ...tools,
      id,
      figures: () => knownDelivery(tools),
      onBeat: () => this.#keepPromises(),
    })
    this.#erasures = new SharedErasures({ ...tools, collectors: this.collectors })
    this.eraser = new Eraser({ ...this.#migrating, shared: this.#erasures })
    this.mender = new RollupMender(this.#migrating)
    this.#audits = new Audits({
      ...tools,
      collectors: this.collectors,
      erasures: this.#erasures,
      mender: this.mender,
      lastAudit,
      delivery: () => this.#deliveryOfAll(),
      isClosed: () => this.#closed,
    })
    this.#deliverySoon = new DeliverySoon(() => this.#deliveryOfAll(), tools.log)
  }

  /** Sessions of which nothing may be left, erased and promised ones, by hash: SHA-256 in hexadecimal. */
  get erasedHashes(): string[] {
    return this.#tools.ledger.allErasedHashes
  }

  /** Remembers sessions as erased elsewhere: nothing of them is taken. Their rows, if any, are for `eraser`. */
  rememberErased(hashes: readonly string[]): Promise<void> {
    return this.#tools.ledger.rememberErased(hashes)
  }

  /** Days whose rollups have to be made anew: their starts, seconds since 1970. */
  get staleDays(): readonly number[] {
    return this.#tools.ledger.staleDays
  }

  /** How often something else than inserts changed the tables: answers from before may not be true any more. */
  get reworked(): number {
    return this.#tools.loader.reworked
  }

  /** Erasures that were promised and are not finished. */
  get openErasures(): number {
    return this.#tools.ledger.openErasures.length
  }

  /** Null before the first. */
  get lastAudit(): Audit | null {
    return this.#lastAudit.result
  }

  /** The account as far as it is known without the database. */
  get known(): KnownDelivery {
    return { ...knownDelivery(this.#tools), last_audit: this.#lastAudit.result }
  }

  /** @throws {ApiError} 503 with what is known without the database, where that does not answer soon. */
  delivery(): Promise<Delivery> {
    return this.#deliverySoon.answer(this.known)
  }

  /** The account of all collectors on this ClickHouse. */
  async #deliveryOfAll(): Promise<Omit<Delivery, 'last_audit'>> {
    const others = await this.collectors.read()
    return delivery(this.#tools, others, this.collectors.id)
  }

  /** The account with the log as it was at a moment. @param others the part of the other collectors. */
  deliveryAt(log: LogFigures, others?: OwnFigures): Promise<Omit<Delivery, 'last_audit'>> {
    return deliveryAt({ ...this.#tools, spool: log }, others)
  }

  /** Runs a task while no collector inserts a batch, and nothing is erased or removed; see `Audits`. */
  whilePaused<T>(task: (others: OwnFigures | undefined) => Promise<T>): Promise<T> {
    return this.#audits.whilePaused(task)
  }

  /** Compares everything that has to be equal, with writing paused, and keeps the result. */
  audit(deadline?: Deadline): Promise<Audit> {
    return this.#audits.audit(deadline)
  }

  /** The same, and takes out what two collectors have stored of the same events. */
  settleAndAudit(deadline?: Deadline): Promise<Audit> {
    return this.#audits.settleAndAudit(deadline)
  }

  /** Puts back what the database lost and the kept segments still have. */
  async replay(progress: (read: number) => void, deadline?: Deadline): Promise<ReplayResult> {
    const { loader, ledger } = this.#tools
    const result = await loader.exclusively(() => replay(this.#migrating, progress), deadline)
    await this.mender.mend(ledger.staleDays, { deadline })
    await this.countTables()
    return result
  }

  /** Makes every rollup anew from raw. */
  async rebuild(
    progress: (done: number, of: number) => void,
    deadline?: Deadline,
  ): Promise<{ days: number }> {
    const days = await daysWithRows(this.#tools.clickhouse.migrator)
    await this.mender.mend(days, { progress, deadline })
    return { days: days.length }
  }

  /** Tries the dead letters once more, each by itself. */
  async retryDeadLetters(deadline?: Deadline): Promise<{ inserted: number; refused: number }> {
    const { loader, clickhouse, deadLetters } = this.#tools
    const result = await loader.exclusively(
      () => retryDeadLetters(clickhouse, deadLetters, () => loader.resume()),
      deadline,
    )
    await this.countTables()
    return result
  }

  /** Loads on where a batch that was set aside had stopped loading, and leaves that batch among the dead letters. */
  resumeLoading(): Promise<void> {
    return this.#tools.loader.resume()
  }

  /** Puts rows into the tables without the spool, and counts them as accepted. */
  insertDirect(batchId: string, tables: readonly DirectRows[]): Promise<void> {
    const { loader, clickhouse, ledger } = this.#tools
    const inserted = loader.exclusively(() => insertDirect(clickhouse, ledger, batchId, tables))
    // One that was cut short may leave days to be made anew.
    return inserted.finally(() => this.mender.start())
  }

  /** How many of these page views are in the database. */
  countStoredViews(eventIds: readonly string[]): Promise<number> {
    return countStoredViews(this.#tools.clickhouse.reader, eventIds)
  }

  /** What a start has to settle of earlier processes, once the database is there and before anything is written. */
  async settle(): Promise<void> {
    const { clickhouse, ledger, spool } = this.#tools
    // From here on the others wait for this one, where they have to wait for all.
    await this.collectors.begin()
    await this.#erasures.exchange()
    await this.#keepPromises()
    await settleDirect(clickhouse, ledger)
    await finishSettling(this.#migrating)
    if (this.collectors.isFirstKnown) await countTaken(this.#migrating, await this.#lacking())
    else await ledger.count(await countTables(this.#migrating))
    // A new directory has missed no night.
    if (ledger.lastNight === undefined && spool.totals.accepted === 0) await ledger.endNight(new Date())
  }

  /** Takes up what earlier processes left undone; for when the loader runs. */
  resume(): void {
    this.collectors.start()
    this.mender.start()
    this.eraser.start()
  }

  /** Ends work in the background; what is not done is taken up by the next process. */
  async stop(): Promise<void> {
    await Promise.all([this.collectors.stop(), this.eraser.stop(), this.mender.stop()])
  }

  /** The last that this process says to other collectors. */
  async leave(): Promise<void> {
    if (!this.#closed) await this.collectors.leave().catch(() => {})
  }

  /** Writes down what the tables hold; without them nothing, and the next start sees to it. */
  async countTables(): Promise<void> {
    const { loader, ledger, log } = this.#tools
    try {
      await loader.exclusively(async () => {
        const counted = await countTables(this.#migrating)
        if (!this.#closed) await ledger.count(counted)
      })
    } catch (error) {
      log.warn({ err: error }, 'the tables could not be counted; the next start does it')
    }
  }

  /** The directory is somebody else's from now on. */
  close(): void {
    this.#closed = true
  }

  /** When the night's work was last done, milliseconds since 1970; undefined before the first time. */
  get lastNight(): number | undefined {
    return this.#tools.ledger.lastNight
  }

  /** What has to be done once a day: let go of what is old, compare, and mend what can be mended. */
  async nightly(): Promise<void> {
    const { loader, clickhouse, ledger, spool, retentionMonths, log } = this.#tools
    // Of several collectors one removes, and counts what it removed; a row that came in between would be nobody's.
    if (await this.collectors.isFirst())
      await this.collectors.whileOthersPause(() =>
        loader.exclusively(() => expireMonths(clickhouse.migrator, ledger, retentionMonths, log)),
      )
    await spool.removeQuarantined(Date.now() - QUARANTINE_MS)
    const { staleDays } = await this.#audits.compare(undefined, true)
    if (staleDays.length > 0) {
      log.warn({ days: staleDays.length }, 'rollups differed from the raw rows, and are made anew')
      await this.mender.mend([...new Set([...ledger.staleDays, ...staleDays])])
    }
    if (staleDays.length > 0 || this.#lastAudit.result?.ok === false) await this.audit()
    await this.countTables()
  }

  /** The night's work is done, here and wherever else there is some. */
  endNight(at: Date): Promise<void> {
    return this.#tools.ledger.endNight(at)
  }

  /** Rows that the account of several collectors lacks; any number where there was never another one. */
  async #lacking(): Promise<number> {
    if (this.collectors.others.length === 0 && !this.#tools.ledger.inherited) return Infinity
    const { accepted, stored, pending, dead_letters, erased, expired } = await this.#deliveryOfAll()
    return Math.max(0, accepted - stored - pending - dead_letters - erased - expired)
  }

  get #migrating() {
    return { ...this.#tools, clickhouse: this.#tools.clickhouse.migrator }
  }

  /** What other collectors have promised to forget is forgotten here too. */
  async #keepPromises(): Promise<void> {
    const { here, altogether } = await this.#erasures.asked()
    for (const session of here) await this.eraser.requestElsewhere(session)
    for (const session of altogether) await this.eraser.request(session)
  }
}
