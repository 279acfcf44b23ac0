import { join } from 'node:path'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import type { Logger } from '../platform/logger.ts'
import { parseJson } from '../platform/parse-json.ts'
import { nodeFileSystem } from '../spool/file-system.ts'
import { WINDOW_DAYS } from '../spool/id-window.ts'

const FILE = 'reconciliation.json'

/** The result of the last reconciliation, kept across restarts. */
export class LastReconciliation {
  readonly #path: string
  #result: Reconciliation | null

  static async open(directory: string, log: Logger): Promise<LastReconciliation> {
    const path = join(directory, FILE)
    if (!(await nodeFileSystem.list(directory)).includes(FILE)) return new LastReconciliation(path, null)
    const found = Reconciliation.safeParse(parseJson((await nodeFileSystem.read(path)).toString()))
    if (!found.success)
      log.warn('the result of the last reconciliation cannot be read; the next one replaces it')
    return new LastReconciliation(path, found.data ?? null)
  }

  private constructor(path: string, result: Reconciliation | null) {
    this.#path = path
    this.#result = result
  }

  /** Null before the first. */
  get result(): Reconciliation | null {
    return this.#result
  }

  /**
   * Rows that arrived before have been compared: their ids can be stored again only by events that are sent again after
   * collectors have forgotten them. 0 after a result with differences. Milliseconds since 1970.
   */
  get uncheckedIdsSince(): number {
    if (!this.#result?.ok) return 0
    return Math.min(Date.parse(this.#result.at), Date.now()) - (WINDOW_DAYS + 1) * DAY_MS
  }

  async keep(result: Reconciliation): Promise<void> {
    await nodeFileSystem.replace(this.#path, JSON.stringify(result))
    this.#result = result
  }
}
