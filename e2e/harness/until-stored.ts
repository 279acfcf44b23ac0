import { vi } from 'vitest'
import { z } from 'zod'

const Health = z.object({ spool: z.object({ pending_rows: z.int() }) })

/** Resolves when everything that was accepted is in the figures. @param site its origin. */
export async function untilStored(site: string): Promise<void> {
  const isStored = async () => {
    const response = await fetch(`${site}/api/health`)
    return Health.parse(await response.json()).spool.pending_rows === 0
  }
  await vi.waitUntil(isStored, { timeout: 60_000, interval: 100 })
}
