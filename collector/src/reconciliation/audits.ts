import { setTimeout as sleep } from 'node:timers/promises'
import type { Audit } from '@half-measure/shared/stats/audit.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import type { Logger } from '../platform/logger.ts'
import { DeadlineExceededError, type Deadline } from '../platform/deadline.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import { audit, type AuditResult } from './audit.ts'
import type { OwnFigures } from './collector-books.ts'
import type { Collectors } from './collectors.ts'
import { settleDirect } from './insert-direct.ts'
import type { LastAudit } from './last-audit.ts'
import type { RollupMender } from './mend-rollups.ts'
import type { ReplayTools } from './replay.ts'
import { finishSettling, settleCopies } from './settle-copies.ts'
import type { SharedErasures } from './shared-erasures.ts'

export interface AuditsTools extends Omit<ReplayTools, 'clickhouse'> {
  readonly clickhouse: ClickHouse
  readonly loader: Loader
  readonly collectors: Collectors
  readonly erasures: SharedErasures
  readonly mender: RollupMender
  readonly lastAudit: LastAudit
  /** The account of all collectors. */
  readonly delivery: () => Promise<Omit<Delivery, 'last_audit'>>
  readonly isClosed: () => boolean
  readonly log: Logger
}

/** Moments at which nobody writes, and what is compared in them. */
export class Audits {
  readonly #tools: AuditsTools

  constructor(tools: AuditsTools) {
    this.#tools = tools
  }

  /** Compares everything that has to be equal, with writing paused, and keeps the result. */
  async audit(deadline?: Deadline): Promise<Audit> {
    return this.#judge(await this.compare(deadline))
  }

  /**
   * The same, and takes out what two collectors have stored of the same events, if there is anything and the rest adds
   * up; then it compares once more.
   */
  async settleAndAudit(deadline?: Deadline): Promise<Audit> {
    const { settled, ...result } = await this.compare(deadline, true)
    return settled === 0 ? this.#judge(result) : this.audit(deadline)
  }

  /** A difference calls for a person. */
  #judge({ audit: result }: Pick<AuditResult, 'audit'>): Audit {
    if (!result.ok)
      this.#tools.log.error(
        { audit: result },
        'the account does not add up; see the runbook "numbers look wrong"',
      )
    return result
  }

  /**
   * Runs a task while no collector inserts a batch, and nothing is erased or removed. Events are taken meanwhile.
   *
   * @param task is handed the others' part of the account; undefined where there are none.
   * @throws {SilentCollectorError} if one of the others does not say what it did last.
   */
  async whilePaused<T>(task: (others: OwnFigures | undefined) => Promise<T>): Promise<T> {
    const { collectors, loader } = this.#tools
    await this.#untilSettled()
    return collectors.whileOthersPause(async (stillness) => {
      const result = await loader.exclusively(() => task(collectors.partOfOthers()))
      const { writing } = await stillness()
      if (writing.length > 0)
        throw new Error(
          `Collector ${writing.join(' and ')} wrote meanwhile, so what was read is of no single moment. Try again.`,
        )
      return result
    })
  }

  /**
   * Compares, and keeps the result.
   *
   * @param settles whether it may take out copies, while nobody writes. What is kept as the result was before that.
   */
  async compare(deadline?: Deadline, settles = false): Promise<AuditResult & { settled: number }> {
    const { loader, collectors, erasures, lastAudit } = this.#tools
    await this.#untilSettled(deadline)
    const result = await collectors.whileOthersPause(
      (stillness) =>
        loader.exclusively(async () => {
          // Comparing whole tables takes longer and more memory than a question of the dashboard may.
          const tools = { ...this.#migrating, stillness, openErasures: () => erasures.open() }
          const found = await audit(tools, { ...(await this.#tools.delivery()), last_audit: null })
          const settled = settles && found.hasCopies ? await settleCopies(this.#migrating) : 0
          return { ...found, settled }
        }, deadline),
      deadline,
    )
    await lastAudit.keep(result.audit)
    return result
  }

  get #migrating() {
    return { ...this.#tools, clickhouse: this.#tools.clickhouse.migrator }
  }

  /** What an earlier process or a refused statement left half done is settled first: it is no finding. */
  async #untilSettled(deadline?: Deadline): Promise<void> {
    const { loader, clickhouse, ledger, spool, mender, isClosed, log } = this.#tools
    const inserted = async () => {
      while (spool.inDoubt && !isClosed()) await sleep(50)
    }
    const what = () => 'the batch that an earlier process left half inserted'
    await (deadline ? deadline.waitFor(what, inserted()) : inserted())
    await loader.exclusively(async () => {
      await settleDirect(clickhouse, ledger)
      await finishSettling(this.#migrating)
    }, deadline)
    await mender.mend(ledger.staleDays, { deadline }).catch((error: unknown) => {
      if (error instanceof DeadlineExceededError) throw error
      log.warn({ err: error }, 'not all rollups could be made anew before they are compared')
    })
  }
}
