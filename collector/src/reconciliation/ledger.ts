import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { EventTable } from '../event-tables.ts'
import { parseJson } from '../platform/parse-json.ts'
import { fullHash, sessionHash, shortHash } from '../session-hash.ts'
import { type FileSystem, nodeFileSystem } from '../spool/file-system.ts'
import type { StoredCopy } from './later-copies.ts'
import { byMonth, less, sum } from './month-counts.ts'
import { type OwnFigures, sumOfFigures } from './collector-books.ts'
import { emptyLedger, LedgerState, type TableCount } from './ledger-state.ts'

/** The account's memory of what the log does not say. One small file, replaced atomically. */
export class Ledger {
  readonly #files: FileSystem
  readonly #path: string
  #state: LedgerState
  #openHashes: Set<string>
  #lastWrite: Promise<void> = Promise.resolve()

  /** @throws if the file is there and cannot be read: the account would no longer add up. */
  static async open(directory: string, files: FileSystem = nodeFileSystem): Promise<Ledger> {
    await files.makeDirectory(directory)
    const path = join(directory, 'ledger.json')
    if (!(await files.list(directory)).includes('ledger.json')) {
      return new Ledger(files, path, emptyLedger())
    }
    const parsed = LedgerState.safeParse(parseJson((await files.read(path)).toString()))
    if (!parsed.success) throw new Error(`${path} is not readable; restore it from a backup`)
    return new Ledger(files, path, parsed.data)
  }

  private constructor(files: FileSystem, path: string, state: LedgerState) {
    this.#files = files
    this.#path = path
    this.#state = state
    this.#openHashes = hashesOf(state)
  }

  get erasedRows(): number {
    return sum(this.#state.erased)
  }

  get expiredRows(): number {
    return sum(this.#state.expired)
  }

  /** Rows that were taken out of the tables, because another collector had stored the same events before. */
  get copiedRows(): number {
    return this.#state.copies.rows
  }

  /** Those of them that may still be there. */
  get openCopies(): LedgerState['copies']['open'] {
    return this.#state.copies.open
  }

  /** The part of collectors whose rows came with a backup and whose logs did not. */
  get inherited(): OwnFigures | null {
    return this.#state.inherited
  }

  /** Rows that came into the tables past the log. */
  get directRows(): number {
    return this.#state.direct.rows
  }

  /** The batch that may have come into the tables past the log without being counted. */
  get openDirectBatch(): string | null {
    return this.#state.direct.open
  }

  /** Days whose rollups have to be made anew: their starts, seconds since 1970. */
  get staleDays(): readonly number[] {
    return this.#state.stale_days
  }

  get lastCount(): TableCount | null {
    return this.#state.counted
  }

  /** When the night's work was last done, milliseconds since 1970; undefined before the first time. */
  get lastNight(): number | undefined {
    return this.#state.night === null ? undefined : Date.parse(this.#state.night)
  }

  /** Hashes of the sessions of which nothing may be left, SHA-256 in hexadecimal. */
  get erasedHashes(): string[] {
    return Object.keys(this.#state.erased)
      .filter((hash) => !this.#openHashes.has(hash))
      .map(fullHash)
  }

  get openErasures(): LedgerState['open'] {
    return this.#state.open
  }

  /** True from the request on: nothing of the session is taken any more. */
  isErased(sessionId: string): boolean {
    if (this.#openHashes.size === 0 && Object.keys(this.#state.erased).length === 0) return false
    const hash = shortHash(sessionHash(sessionId))
    return this.#openHashes.has(hash) || hash in this.#state.erased
  }

  /** Those, and the ones that were promised. */
  get allErasedHashes(): string[] {
    return [...new Set([...Object.keys(this.#state.erased), ...this.#openHashes])].map(fullHash).toSorted()
  }

  /** Sessions that were erased in another directory of data. @param hashes SHA-256 in hexadecimal. */
  rememberErased(hashes: readonly string[]): Promise<void> {
    return this.#update((state) => {
      const known = Object.fromEntries(hashes.map((hash) => [shortHash(hash), 0]))
      return { ...state, erased: { ...known, ...state.erased } }
    })
  }

  /** The name of this data directory's collector, for ever the same: a UUID, made when it is first asked for. */
  async collectorId(): Promise<string> {
    const known = this.#state.collector
    if (known !== null) return known
    const id = randomUUID()
    await this.#update((state) => ({ ...state, collector: id }))
    return id
  }

  /** @param elsewhere of another collector that was asked. */
  requestErasure(sessionId: string, elsewhere = false): Promise<void> {
    return this.#update((state) => {
      // One that is under way stays as far as it has come, or its rows would be counted again.
      if (state.open.some(({ session_id }) => session_id === sessionId)) return state
      return { ...state, open: [...state.open, { session_id: sessionId, counted: false, elsewhere }] }
    })
  }

  /** The promise of another collector is this one's own from now on: the rows in the tables are not counted yet. */
  takeOverErasure(sessionId: string): Promise<void> {
    return this.#update((state) => ({
      ...state,
      open: state.open.map((open) =>
        open.session_id === sessionId ? { ...open, counted: false, elsewhere: false } : open,
      ),
    }))
  }

  /**
   * The rows that are about to go.
   *
   * @param rows by `<table>:<YYYYMM of their arrival>`.
   */
  countErasure(
    sessionId: string,
    rows: Readonly<Record<string, number>>,
    deadLetters: number,
  ): Promise<void> {
    const hash = shortHash(sessionHash(sessionId))
    return this.#update((state) => ({
      ...state,
      open: state.open.map((open) => (open.session_id === sessionId ? { ...open, counted: true } : open)),
      erased: { ...state.erased, [hash]: (state.erased[hash] ?? 0) + sum(rows) + deadLetters },
      counted: state.counted && { ...state.counted, rows: less(state.counted.rows, rows) },
    }))
  }

  finishErasure(sessionId: string): Promise<void> {
    return this.#update((state) => ({
      ...state,
      open: state.open.filter(({ session_id }) => session_id !== sessionId),
    }))
  }

  /**
   * A month's rows that are about to go. The same month again, before `finishExpiry`, is the retry of a removal that a
   * crash cut short.
   */
  expire(table: EventTable, month: string, rows: number): Promise<void> {
    const key = `${table}:${month}`
    return this.#update((state) => {
      const before = state.expiring?.key === key ? state.expiring.before : (state.expired[key] ?? 0)
      return {
        ...state,
        expired: { ...state.expired, [key]: before + rows },
        expiring: { key, before },
        counted: state.counted && { ...state.counted, rows: less(state.counted.rows, { [key]: Infinity }) },
      }
    })
  }

  /** The month whose removal may have been cut short, as `<table>:<YYYYMM>`; undefined without one. */
  get expiring(): string | undefined {
    return this.#state.expiring?.key
  }

  /** Its rows are gone. */
  finishExpiry(): Promise<void> {
    return this.#update((state) => ({ ...state, expiring: null }))
  }

  /** What the tables hold now, and how many rows their own TTL has taken since the last count. */
  count(counted: TableCount, taken: Readonly<Partial<Record<EventTable, number>>> = {}): Promise<void> {
    return this.#update((state) => {
      const expired = { ...state.expired }
      for (const [table, rows] of Object.entries(taken))
        expired[`ttl:${table}`] = (expired[`ttl:${table}`] ?? 0) + rows
      return { ...state, expired, counted }
    })
  }

  /** Before anything is done after which the rollups of these days may differ from the raw rows. */
  async addStaleDays(days: readonly number[]): Promise<void> {
    if (days.every((day) => this.#state.stale_days.includes(day))) return
    await this.#update((state) => ({
      ...state,
      stale_days: sorted([...state.stale_days, ...days]),
    }))
  }

  removeStaleDays(days: readonly number[]): Promise<void> {
    const mended = new Set(days)
    return this.#update((state) => ({
      ...state,
      stale_days: state.stale_days.filter((stale) => !mended.has(stale)),
    }))
  }

  /** Rows that are about to go as copies of others; the rollups of their days have to be made anew. */
  beginCopies(copies: readonly StoredCopy[]): Promise<void> {
    return this.#update((state) => ({
      ...state,
      copies: {
        rows: state.copies.rows + copies.length,
        open: copies.map(({ table, event_id, batch_id }) => ({ table, event_id, batch_id })),
      },
      stale_days: sorted([...state.stale_days, ...copies.flatMap(({ day }) => day ?? [])]),
      counted: state.counted && { ...state.counted, rows: less(state.counted.rows, byMonth(copies)) },
    }))
  }

  /** They are gone. */
  finishCopies(): Promise<void> {
    return this.#update((state) => ({ ...state, copies: { ...state.copies, open: [] } }))
  }

  /** Takes over from collectors whose logs are not here. */
  inherit(part: OwnFigures): Promise<void> {
    return this.#update((state) => ({
      ...state,
      inherited: state.inherited ? sumOfFigures([state.inherited, part]) : part,
    }))
  }

  /** Before the first row of a batch goes into the tables past the log. */
  beginDirect(batchId: string): Promise<void> {
    return this.#update((state) => ({ ...state, direct: { ...state.direct, open: batchId } }))
  }

  /** The batch is settled with so many rows in the tables. */
  settleDirect(rows: number): Promise<void> {
    return this.#update((state) => ({ ...state, direct: { rows: state.direct.rows + rows, open: null } }))
  }

  endNight(at: Date): Promise<void> {
    return this.#update((state) => ({ ...state, night: at.toISOString() }))
  }

  /** One after the other: each builds on the one before it. */
  #update(change: (state: LedgerState) => LedgerState): Promise<void> {
    const write = async () => {
      const state = change(this.#state)
      await this.#files.replace(this.#path, JSON.stringify(state))
      this.#state = state
      this.#openHashes = hashesOf(state)
    }
    const written = this.#lastWrite.then(write)
    this.#lastWrite = written.catch(() => {})
    return written
  }
}

function hashesOf(state: LedgerState): Set<string> {
  return new Set(state.open.map(({ session_id }) => shortHash(sessionHash(session_id))))
}

/** Each of them once. */
function sorted(days: readonly number[]): number[] {
  return [...new Set(days)].sort((a, b) => a - b)
}
