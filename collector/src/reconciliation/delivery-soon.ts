import type { Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Logger } from '../platform/logger.ts'

type Counted = Omit<Delivery, 'last_audit'>

/** Somebody waits for this answer: a database that is silent for so long counts as away. */
const ANSWER_MS = 10_000
const RETRY_SECONDS = 10
const AWAY =
  'ClickHouse does not answer, so what is stored cannot be counted. Events are kept on disk until it does; the rest of the account is in the details.'

/** The account, for somebody who waits for it. One count at a time for all who ask: against a silent server they would pile up. */
export class DeliverySoon {
  readonly #count: () => Promise<Counted>
  readonly #log: Logger
  #counting: Promise<Counted | undefined> | undefined

  constructor(count: () => Promise<Counted>, log: Logger) {
    this.#count = count
    this.#log = log
  }

  /** @throws {ApiError} 503 with what is known without the database, where that does not answer soon. */
  async answer(known: KnownDelivery): Promise<Delivery> {
    this.#counting ??= this.#count()
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, 'the tables cannot be counted')
        return undefined
      })
      .finally(() => (this.#counting = undefined))
    const counted = await withTimeout(ANSWER_MS, this.#counting)
    if (counted) return { ...counted, last_audit: known.last_audit }
    throw new ApiError(503, 'clickhouse_unavailable', AWAY, { retryAfter: RETRY_SECONDS, details: known })
  }
}
