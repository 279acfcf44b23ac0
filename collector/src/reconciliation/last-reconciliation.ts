import { join } from 'node:path'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import type { Logger } from '../platform/logger.ts'
import { parseJson } from '../platform/parse-json.ts'
import { nodeFileSystem } from '../spool/file-system.ts'
import { WINDOW_DAYS } from '../spool/id-window.ts'

const FILE = 'reconciliation.json'

/** The result of the last reconciliation, kept across restarts. */
export async function openLastReconciliation(directory: string, log: Logger) {
  const path = join(directory, FILE)
  let result: Reconciliation | null = null
  if ((await nodeFileSystem.list(directory)).includes(FILE)) {
    const found = Reconciliation.safeParse(parseJson((await nodeFileSystem.read(path)).toString()))
    if (!found.success)
      log.warn('the result of the last reconciliation cannot be read; the next one replaces it')
    result = found.data ?? null
  }
  return {
    /** Null before the first. */
    get result() {
      return result
    },

    /**
     * Rows that arrived before have been compared: their ids can be stored again only by events that are sent again after
     * collectors have forgotten them. 0 after a result with differences. Milliseconds since 1970.
     */
    get uncheckedIdsSince() {
      if (!result?.ok) return 0
      return Math.min(Date.parse(result.at), Date.now()) - (WINDOW_DAYS + 1) * DAY_MS
    },

    async keep(latest: Reconciliation) {
      await nodeFileSystem.replace(path, JSON.stringify(latest))
      result = latest
    },
  }
}
export type LastReconciliation = Awaited<ReturnType<typeof openLastReconciliation>>
