import { join } from 'node:path'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { Audit } from '@half-measure/shared/stats/audit.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { Logger } from '../logger.ts'
import { nodeFileSystem } from '../spool/file-system.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../writer/dead-letters.ts'
import type { Writer } from '../writer/writer.ts'
import { audit } from './audit.ts'
import { delivery, type LogFigures } from './delivery.ts'
import { Eraser } from './erase-session.ts'
import { expireMonths } from './expire.ts'
import { type DirectRows, insertDirect } from './insert-direct.ts'
import type { Ledger } from './ledger.ts'
import { rebuildRollups } from './rebuild-rollups.ts'
import { replay, type ReplayResult } from './replay.ts'
import { retryDeadLetters } from './retry-dead-letters.ts'
import { countStoredViews } from './stored-events.ts'

export interface AccountTools {
  readonly directory: string
  readonly ledger: Ledger
  readonly spool: Spool
  readonly writer: Writer
  readonly deadLetters: DeadLetters
  readonly clickhouse: ClickHouse
  readonly retentionMonths: number
  readonly log: Logger
}

/** The books of the event log: what came, what became of it, and the work that changes what is stored. */
export class Account {
  readonly #tools: AccountTools
  readonly eraser: Eraser
  #lastAudit: Audit | null

  static async open(tools: AccountTools): Promise<Account> {
    const names = await nodeFileSystem.list(tools.directory)
    if (!names.includes('audit.json')) return new Account(tools, null)
    const found = Audit.safeParse(safeJson((await nodeFileSystem.read(auditPath(tools))).toString()))
    if (!found.success)
      tools.log.warn('the result of the last audit cannot be read; the next one replaces it')
    return new Account(tools, found.data ?? null)
  }

  private constructor(tools: AccountTools, lastAudit: Audit | null) {
    this.#tools = tools
    this.#lastAudit = lastAudit
    this.eraser = new Eraser({ ...tools, clickhouse: tools.clickhouse.migrator })
  }

  /** Erasures that were promised and are not finished. */
  get openErasures(): number {
    return this.#tools.ledger.openErasures.length
  }

  /** Null before the first. */
  get lastAudit(): Audit | null {
    return this.#lastAudit
  }

  async delivery(): Promise<Delivery> {
    return { ...(await delivery(this.#tools)), last_audit: this.#lastAudit }
  }

  /** The account with the log as it was at a moment. */
  deliveryAt(log: LogFigures): Promise<Omit<Delivery, 'last_audit'>> {
    return delivery({ ...this.#tools, spool: log })
  }

  /** Runs a task while no batch is inserted, and nothing is erased or removed. Events are taken meanwhile. */
  whilePaused<T>(task: () => Promise<T>): Promise<T> {
    return this.#tools.writer.exclusively(task)
  }

  /** Compares everything that has to be equal, with writing paused, and keeps the result. */
  async audit(): Promise<Audit> {
    const { writer, clickhouse, log } = this.#tools
    const result = await writer.exclusively(async () =>
      // Comparing whole tables takes longer and more memory than a question of the dashboard may.
      audit(clickhouse.migrator, await this.delivery()),
    )
    await nodeFileSystem.replace(auditPath(this.#tools), JSON.stringify(result))
    this.#lastAudit = result
    if (!result.ok)
      log.error({ audit: result }, 'the account does not add up; see the runbook "numbers look wrong"')
    return result
  }

  /** Puts back what the database lost and the kept segments still have. */
  replay(progress: (read: number) => void): Promise<ReplayResult> {
    const { writer, clickhouse } = this.#tools
    return writer.exclusively(() => replay({ ...this.#tools, clickhouse: clickhouse.migrator }, progress))
  }

  /** Makes every rollup anew from raw. */
  rebuild(progress: (done: number, of: number) => void): Promise<{ days: number }> {
    return this.#tools.writer.exclusively(() => rebuildRollups(this.#tools.clickhouse.migrator, progress))
  }

  /** Tries the dead letters once more, each by itself. */
  retryDeadLetters(): Promise<{ inserted: number; refused: number }> {
    const { writer, clickhouse, deadLetters } = this.#tools
    return writer.exclusively(() => retryDeadLetters(clickhouse.writer, deadLetters))
  }

  /** Puts rows into the tables without the spool, and counts them as accepted. */
  insertDirect(batchId: string, tables: readonly DirectRows[]): Promise<void> {
    const { writer, clickhouse, spool } = this.#tools
    return writer.exclusively(() => insertDirect(clickhouse.writer, spool, batchId, tables))
  }

  /** How many of these page views are in the database. */
  countStoredViews(eventIds: readonly string[]): Promise<number> {
    return countStoredViews(this.#tools.clickhouse.reader, eventIds)
  }

  /** What has to be done once a day: let go of old months, then compare. */
  async nightly(): Promise<void> {
    const { writer, clickhouse, ledger, retentionMonths, log } = this.#tools
    await writer.exclusively(() => expireMonths(clickhouse.migrator, ledger, retentionMonths, log))
    await this.audit()
  }
}

function auditPath({ directory }: AccountTools): string {
  return join(directory, 'audit.json')
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
