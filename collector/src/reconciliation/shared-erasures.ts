import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { sessionHash } from '../session-hash.ts'
import { rowTextsOf } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { isLiving, isOld, tellCollectors } from './collector-books.ts'
import type { Collectors } from './collectors.ts'
import type { Ledger } from './ledger.ts'

export interface SharedErasureTools {
  readonly clickhouse: ClickHouse
  readonly collectors: Collectors
  readonly ledger: Ledger
  readonly spool: Spool
  readonly deadLetters: DeadLetters
}

/** What is to be done here about the promises of others. */
export interface Asked {
  /** Sessions of which this collector's log, segments and dead letters are to have nothing. */
  readonly here: readonly string[]
  /** Sessions that are to be erased altogether: the promise is of nobody who could keep it. */
  readonly altogether: readonly string[]
}

/** Hashes of one question: an address has room for so many. */
const CHUNK = 1_000

/**
 * Promises to forget a session, in a table that all collectors read (`0007_collectors.sql`). The one that was asked takes
 * the session's rows out of the tables, once every living one has signed that none will come from it any more. One that
 * was away looks into its own log when it is back. With the embedded engine there is nobody else, and no table.
 *
 * Each step may be repeated; the ledger remembers what is open.
 */
export class SharedErasures {
  readonly #tools: SharedErasureTools
  readonly #isAlone: boolean

  constructor(tools: SharedErasureTools) {
    this.#tools = tools
    this.#isAlone = tools.clickhouse.embedded
  }

  /** Makes the promise known to all. */
  async promise(sessionId: string): Promise<void> {
    await this.#tell([{ session_hash: sessionHash(sessionId), session_id: sessionId }])
  }

  /** Whether somebody is still to keep the promise. */
  async isOpen(sessionId: string): Promise<boolean> {
    if (this.#isAlone) return false
    const [promised] = await runQuery(this.#tools.clickhouse.reader, {
      name: 'open promise to forget a session',
      sql: `SELECT 1 AS open FROM analytics.erasure_promises
        WHERE session_hash = {hash: String} AND session_id != '' LIMIT 1`,
      params: { hash: sessionHash(sessionId) },
      row: z.object({ open: z.number() }),
    })
    return promised !== undefined
  }

  /** Nothing of the session is in this collector's log any more, but in the tables. */
  async sign(sessionId: string): Promise<void> {
    await this.#tell([{ session_hash: sessionHash(sessionId), session_id: '' }])
  }

  /** Whether the session's rows may be counted and taken out of the tables: nobody brings more, and nobody else does it. */
  async mayErase(sessionId: string): Promise<boolean> {
    const { clickhouse, collectors } = this.#tools
    if (this.#isAlone) return true
    const rows = await runQuery(clickhouse.reader, {
      name: 'promise to forget a session',
      sql: `SELECT collector, session_id != '' AS promises, toUnixTimestamp64Milli(written_at) AS at
        FROM analytics.erasure_promises WHERE session_hash = {hash: String} ORDER BY at, toString(collector)`,
      params: { hash: sessionHash(sessionId) },
      row: z.object({ collector: z.string(), promises: z.coerce.boolean(), at: z.coerce.number() }),
    })
    const living = (await collectors.read()).filter(isLiving).map(({ collector }) => collector)
    const signed = new Set(rows.filter(({ promises }) => !promises).map(({ collector }) => collector))
    // Of two that were asked the earlier one does it, and keeps both promises; the other finds nothing left.
    const first = rows.find(
      ({ promises, collector }) => promises && (collector === collectors.id || living.includes(collector)),
    )
    return living.every((id) => signed.has(id)) && (first === undefined || first.collector === collectors.id)
  }

  /** The promise is kept: the session's id goes, from the table too. Its hash stays. */
  async keep(sessionId: string): Promise<void> {
    if (this.#isAlone) return
    await this.#tools.clickhouse.migrator.command({
      query: `ALTER TABLE analytics.erasure_promises DELETE WHERE session_hash = {hash: String} AND session_id != ''
        SETTINGS mutations_sync = 2`,
      query_params: { hash: sessionHash(sessionId) },
    })
  }

  /** Hashes of promises that are not kept yet: of these sessions there may still be rows. */
  async open(): Promise<string[]> {
    return this.#isAlone ? [] : (await this.#promises()).filter(({ id }) => id !== '').map(({ hash }) => hash)
  }

  /** Has this collector and the others know of each other's erasures from before they met. */
  async exchange(): Promise<void> {
    if (this.#isAlone) return
    const { ledger, clickhouse } = this.#tools
    const known = await runQuery(clickhouse.reader, {
      name: 'hashes of erased sessions',
      sql: 'SELECT DISTINCT session_hash AS hash FROM analytics.erasure_promises',
      row: z.object({ hash: z.string() }),
    })
    const there = new Set(known.map(({ hash }) => hash))
    const mine = ledger.erasedHashes.filter((hash) => !there.has(hash))
    if (mine.length > 0) await this.#tell(mine.map((session_hash) => ({ session_hash, session_id: '' })))
  }

  /** What others have promised since this collector last asked. What was kept while it was away is signed at once. */
  async asked(): Promise<Asked> {
    if (this.#isAlone) return { here: [], altogether: [] }
    const { collectors, ledger } = this.#tools
    const promises = await this.#promises()
    const unsigned = promises.filter(({ signed }) => !signed)
    const gone = unsigned.filter(({ id }) => id === '').map(({ hash }) => hash)
    const found = await this.#sessionsInLog(new Set(gone))
    const absent = gone.filter((hash) => !found.has(hash))
    if (absent.length > 0) {
      await ledger.rememberErased(absent)
      await this.#tell(absent.map((session_hash) => ({ session_hash, session_id: '' })))
    }
    return {
      here: unsigned.filter(({ id }) => id !== '').map(({ id }) => id),
      altogether: [...found.values(), ...this.#orphaned(promises, collectors)],
    }
  }

  /** Promises of collectors that are gone; the first of the living keeps them. */
  #orphaned(promises: readonly OpenPromise[], { others, id: own }: Collectors): string[] {
    if (others.some((book) => isLiving(book) && book.collector < own)) return []
    const gone = new Set(
      others.filter((book) => isOld(book) || book.state === 'gone').map(({ collector }) => collector),
    )
    return promises
      .filter(({ id, promisers }) => id !== '' && promisers.every((promiser) => gone.has(promiser)))
      .map(({ id }) => id)
  }

  /** Promises that are open, or that this collector has not signed. */
  #promises(): Promise<OpenPromise[]> {
    return runQuery(this.#tools.clickhouse.reader, {
      name: 'promises to forget sessions',
      sql: `SELECT session_hash AS hash, max(session_id) AS id, groupUniqArrayIf(toString(collector), session_id != '') AS promisers,
          countIf(session_id = '' AND collector = {collector: UUID}) > 0 AS signed
        FROM analytics.erasure_promises GROUP BY session_hash HAVING NOT signed OR id != ''`,
      params: { collector: this.#tools.collectors.id },
      row: OpenPromise,
    })
  }

  /** Ids of the sessions with these hashes of which the log or the dead letters have rows, by hash. */
  async #sessionsInLog(hashes: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    if (hashes.size === 0) return found
    const { spool, deadLetters } = this.#tools
    const seen = new Set<string>()
    const look = (row: string) => {
      const { session_id } = SessionOfRow.parse(JSON.parse(row))
      if (seen.has(session_id)) return
      seen.add(session_id)
      const hash = sessionHash(session_id)
      if (hashes.has(hash)) found.set(hash, session_id)
    }
    for await (const { bytes } of spool.keptRows()) for (const row of rowTextsOf(bytes)) look(row)
    for (const letter of await deadLetters.list())
      for (const row of rowTextsOf((await deadLetters.read(letter)).rows)) look(row)
    return found
  }

  async #tell(rows: readonly { session_hash: string; session_id: string }[]): Promise<void> {
    if (this.#isAlone) return
    const { clickhouse, collectors } = this.#tools
    for (let from = 0; from < rows.length; from += CHUNK) {
      const piece = rows.slice(from, from + CHUNK).map((row) => ({ ...row, collector: collectors.id }))
      await tellCollectors(clickhouse.writer, 'erasure_promises', collectors.id, piece)
    }
  }
}

const OpenPromise = z.object({
  hash: z.string(),
  /** Empty where the promise is kept. */
  id: z.string(),
  promisers: z.array(z.string()),
  signed: z.coerce.boolean(),
})
type OpenPromise = z.infer<typeof OpenPromise>

const SessionOfRow = z.object({ session_id: z.string() })
