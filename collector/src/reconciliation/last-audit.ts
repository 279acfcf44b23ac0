import { join } from 'node:path'
import { Audit } from '@half-measure/shared/stats/audit.ts'
import type { Logger } from '../platform/logger.ts'
import { nodeFileSystem } from '../spool/file-system.ts'
import { parseJson } from '../platform/parse-json.ts'

const FILE = 'audit.json'

/** The result of the last audit, over restarts. */
export class LastAudit {
  readonly #path: string
  #result: Audit | null

  static async open(directory: string, log: Logger): Promise<LastAudit> {
    const path = join(directory, FILE)
    if (!(await nodeFileSystem.list(directory)).includes(FILE)) return new LastAudit(path, null)
    const found = Audit.safeParse(parseJson((await nodeFileSystem.read(path)).toString()))
    if (!found.success) log.warn('the result of the last audit cannot be read; the next one replaces it')
    return new LastAudit(path, found.data ?? null)
  }

  private constructor(path: string, result: Audit | null) {
    this.#path = path
    this.#result = result
  }

  /** Null before the first. */
  get result(): Audit | null {
    return this.#result
  }

  async keep(result: Audit): Promise<void> {
    await nodeFileSystem.replace(this.#path, JSON.stringify(result))
    this.#result = result
  }
}
