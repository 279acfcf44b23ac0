import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { isPartnerLink, type SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Db } from '../../database/schema/database.ts'
import { NIGHT_MS } from '../../platform/durations.ts'
import { probeAddress } from '../../platform/http/probe-address.ts'
import type { Logger } from '../../platform/logger.ts'
import { type NoticeChannels, sendNotice } from '../alerts/send-notice.ts'
import { changeOf, isOffline, judgeLink } from './judge-link.ts'
import { type ChangedLink, linkEmail, linkNotice } from './link-notice.ts'
import { dropOtherLinks, readLinks, storeLink } from './link-store.ts'
import { probeLinks } from './probe-links.ts'

export interface LinkCheckOptions extends NoticeChannels {
  readonly db: Db
  /** Those of all pages. */
  readonly links: SiteLinks
  /** Where this collector serves the magazine: partner links begin there. */
  readonly served: string
  /** The magazine's origin, as readers know it. */
  readonly site: string
  /** Origin of the dashboard. */
  readonly dashboard: string
  /** Of pages. */
  readonly titles: PageTitles
  readonly log: Logger
  readonly signal: AbortSignal
  /** For tests. */
  readonly isAllowed?: (address: string) => boolean
  readonly pauseMs?: number
}

/**
 * Requests every link that leaves the magazine, unless another collector did tonight, stores what came of it, and sends
 * notice of links that died or work again. All of a night is stored at once, so an interrupted one leaves nothing.
 *
 * @throws the signal's reason when it fires.
 */
export async function checkLinks(options: LinkCheckOptions, at: Date): Promise<void> {
  const { db, links, served, site, dashboard, titles, log, signal, isAllowed, pauseMs } = options
  const known = await readLinks(db)
  if ([...known.values()].some(({ checkedAt }) => checkedAt.getTime() > at.getTime() - NIGHT_MS)) return
  const probed = await probeLinks(
    links.map(({ href }) => href),
    (href) => new URL(href, served).href,
    (address, href) =>
      probeAddress(address, {
        userAgent: `${publication.name.replaceAll(' ', '')}LinkChecker/1.0 (+${site})`,
        signal,
        // An absolute URL written by an author must not reach this machine.
        ...(isPartnerLink(href) && { own: served }),
        ...(isAllowed && { isAllowed }),
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
  const changed: Record<'died' | 'back', ChangedLink[]> = { died: [], back: [] }
  await db.transaction().execute(async (trx) => {
    await dropOtherLinks(trx, links)
    for (const { href, probe: found } of probed) {
      const before = known.get(href)
      const { status, problem } = found
      const after = judgeLink(before, status, at)
      const change = changeOf(before, after)
      if (change) changed[change].push({ href, pages: pagesOf.get(href) ?? [], status, problem })
      const url = found.url.startsWith(`${served}/`) ? site + found.url.slice(served.length) : found.url
      await storeLink(trx, href, { ...after, checkedAt: at, probe: { ...found, url } })
    }
    for (const change of ['died', 'back'] as const) {
      if (changed[change].length === 0) continue
      const notice = linkNotice(change, changed[change], { at, dashboard, titles })
      await sendNotice(trx, notice, linkEmail(notice, changed[change], { dashboard, titles }), options)
    }
  })
  log.info({ links: links.length, died: changed.died.length, back: changed.back.length }, 'links are checked')
}
