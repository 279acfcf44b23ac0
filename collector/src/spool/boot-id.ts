import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

let known: string | undefined

/** Identifies the machine's boot: after another one, unsynced bytes may be lost. */
export function bootId(): string {
  known ??= readBootId()
  return known
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Not Linux: the minute of the start is close enough to tell two starts apart.
    return String(Math.round((Date.now() - uptime() * 1000) / 60_000))
  }
}
