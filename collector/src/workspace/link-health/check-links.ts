import { setTimeout as sleep } from 'node:timers/promises'
import { isPartnerLink, type SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Db } from '../../database/schema/database.ts'
import { NIGHT_MS } from '../../platform/durations.ts'
import { type Probe, probeAddress, type ProbeOptions } from '../../platform/http/probe-address.ts'
import { KeyedSemaphore } from '../../platform/keyed-semaphore.ts'
import type { Logger } from '../../platform/logger.ts'
import type { NoticeContext } from '../alerts/notice.ts'
import { type NoticeChannels, sendNotice } from '../alerts/send-notice.ts'
import { changeOf, isOffline, judgeLink, stateOf } from './judge-link.ts'
import { type ChangedLink, linkEmail, linkNotice } from './link-notice.ts'
import { dropOtherLinks, readLinks, storeLink } from './link-store.ts'

export interface LinkCheckOptions extends Omit<NoticeContext, 'at'>, NoticeChannels {
  readonly db: Db
  /** Links of all pages. */
  readonly links: SiteLinks
  /** Where this collector serves the magazine: partner links begin there. */
  readonly served: string
  /** The magazine's origin, as readers know it. */
  readonly site: string
  readonly log: Logger
  readonly signal: AbortSignal
  /** For tests. */
  readonly probing?: Pick<ProbeOptions, 'isAllowed' | 'timeoutMs' | 'headTimeoutMs'>
  readonly pauseMs?: number
}

/** @param exclusively runs work unless another collector does the same. */
export function nightlyLinkCheck(
  options: Omit<LinkCheckOptions, 'signal'>,
  exclusively: (work: () => Promise<void>) => Promise<unknown>,
): { run(): Promise<void>; stop(): Promise<void> } {
  const stopped = new AbortController()
  let running: Promise<unknown> | undefined
  return {
    async run() {
      const { signal } = stopped
      running = exclusively(() => checkLinks({ ...options, signal }, new Date()))
      await running.catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    },
    async stop() {
      stopped.abort()
      await running?.catch(() => {})
    },
  }
}

/**
 * Requests every link that leaves the magazine, unless another collector did tonight, stores the results, and sends
 * notice of links that died, and of dead links that work again or that no page has any more. Results are stored at
 * once, so an interrupted night leaves nothing.
 *
 * @throws the signal's reason when it fires.
 */
export async function checkLinks(options: LinkCheckOptions, at: Date): Promise<void> {
  const { db, links, served, site, dashboard, titles, log, signal, probing, pauseMs } = options
  const known = await readLinks(db)
  if ([...known.values()].some(({ checked_at }) => checked_at.getTime() > at.getTime() - NIGHT_MS)) return
  const probed = await probeLinks(
    links.map(({ href }) => href),
    (href) => new URL(href, served).href,
    (address, href) =>
      probeAddress(address, {
        userAgent: `${publication.name.replaceAll(' ', '')}LinkChecker/1.0 (+${site})`,
        signal,
        // An absolute URL written by an author must not reach this machine.
        ...(isPartnerLink(href) && { own: served }),
        ...probing,
      }),
    { signal, pauseMs },
  )
  const elsewhere = probed.filter(({ host }) => host !== new URL(served).host)
  if (isOffline(elsewhere.map(({ host, probe: { status } }) => ({ host, status })))) {
    log.warn(
      { links: elsewhere.length },
      'none of the linked sites responded, so nothing is recorded: check this server’s connection to the internet, or set CHECK_LINKS=false',
    )
    return
  }
  const pagesOf = new Map(links.map(({ href, pages }) => [href, pages]))
  const changed: Record<'died' | 'back' | 'removed', ChangedLink[]> = { died: [], back: [], removed: [] }
  await db.transaction().execute(async (trx) => {
    for (const dropped of await dropOtherLinks(trx, links)) {
      const { href, status, problem } = dropped
      if (stateOf(dropped) === 'dead') changed.removed.push({ href, pages: [], status, problem })
    }
    for (const { href, probe: found } of probed) {
      const before = known.get(href)
      const { status, problem } = found
      const after = judgeLink(before, status, at)
      const change = changeOf(before, after)
      if (change) changed[change].push({ href, pages: pagesOf.get(href) ?? [], status, problem })
      const url = found.url.startsWith(`${served}/`) ? site + found.url.slice(served.length) : found.url
      await storeLink(trx, { href, checked_at: at, ...found, ...after, url })
    }
    for (const change of ['died', 'back', 'removed'] as const) {
      if (changed[change].length === 0) continue
      const notice = linkNotice(change, changed[change], { at, dashboard, titles })
      await sendNotice(trx, notice, linkEmail(notice, changed[change], { dashboard, titles }), options)
    }
  })
  const { died, back, removed } = changed
  log.info(
    { links: links.length, died: died.length, back: back.length, removed: removed.length },
    'links are checked',
  )
}

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
 * @param addressOf the address to request for a link.
 * @throws the signal's reason when it fires.
 */
async function probeLinks(
  hrefs: readonly string[],
  addressOf: (href: string) => string,
  probe: (address: string, href: string) => Promise<Probe>,
  { signal, pauseMs = PAUSE_MS }: { readonly signal: AbortSignal; readonly pauseMs?: number | undefined },
): Promise<ProbedLink[]> {
  const byHost = Map.groupBy(hrefs, (href) => new URL(addressOf(href)).host)
  const semaphore = new KeyedSemaphore({ running: HOSTS_AT_A_TIME })
  const probed = [...byHost].map(([host, ofHost]) =>
    semaphore.run('', signal, async () => {
      const found: ProbedLink[] = []
      for (const href of ofHost) {
        if (found.length > 0) await sleep(pauseMs, undefined, { signal })
        found.push({ href, host, probe: await probe(addressOf(href), href) })
      }
      return found
    }),
  )
  return (await Promise.all(probed)).flat()
}
