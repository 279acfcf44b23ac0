import { setTimeout as sleep } from 'node:timers/promises'
import { Semaphore } from '../../platform/semaphore.ts'
import type { Probe } from '../../platform/http/probe-address.ts'

/** Sites that are requested at the same time. */
const HOSTS_AT_A_TIME = 4
/** Between two links to the same site. */
const PAUSE_MS = 1_000

interface ProbedLink {
  readonly href: string
  readonly host: string
  readonly probe: Probe
}

/**
 * Probes every link once: a few sites at a time, and each site's links one after the other with a pause between them.
 *
 * @param addressOf what to request for a link.
 * @throws the signal's reason when it fires.
 */
export async function probeLinks(
  hrefs: readonly string[],
  addressOf: (href: string) => string,
  probe: (address: string, href: string) => Promise<Probe>,
  { signal, pauseMs = PAUSE_MS }: { readonly signal: AbortSignal; readonly pauseMs?: number | undefined },
): Promise<ProbedLink[]> {
  const byHost = Map.groupBy(hrefs, (href) => new URL(addressOf(href)).host)
  const semaphore = new Semaphore(HOSTS_AT_A_TIME)
  const probed = [...byHost].map(async ([host, ofHost]) => {
    await semaphore.acquire(signal)
    try {
      const found: ProbedLink[] = []
      for (const href of ofHost) {
        if (found.length > 0) await sleep(pauseMs, undefined, { signal })
        found.push({ href, host, probe: await probe(addressOf(href), href) })
      }
      return found
    } finally {
      semaphore.release()
    }
  })
  return (await Promise.all(probed)).flat()
}
