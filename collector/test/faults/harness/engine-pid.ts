import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process that has the embedded ClickHouse of a data directory, if one has: it writes that down with its lock. */
export function enginePid(dataDir: string): number | undefined {
  try {
    const pid = Number(/^PID: (\d+)/.exec(readFileSync(join(dataDir, 'clickhouse/status'), 'utf8'))?.[1])
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
