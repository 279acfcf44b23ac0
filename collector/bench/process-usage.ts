import { readFile } from 'node:fs/promises'

export interface Usage {
  /** Of all threads, since the process began. */
  readonly cpuSeconds: number
  readonly rssBytes: number
}

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100

/** What a process has used so far; undefined where there is no `/proc`. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything. After it: state, then fields 4 and on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
      rssBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
    }
  } catch {
    return undefined
  }
}
