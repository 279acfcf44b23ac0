import type { CheckedLink, LinkHealth, SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { LINK_STATES } from '@half-measure/shared/stats/link-health.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Db } from '../../database/schema/database.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { noStore } from '../../platform/http/guards.ts'
import { stateOf } from './judge-link.ts'
import { type LinkCheckRow, readLinks } from './link-store.ts'

export interface LinkHealthOptions {
  readonly db: Db
  readonly links: SiteLinks
  readonly isChecking: boolean
  /** Clicks of readers in the last weeks, by the link's address. */
  readonly clicks: (signal: AbortSignal) => Promise<ReadonlyMap<string, number>>
}

/** `GET /api/stats/links`. */
export function linkHealthRoutes(
  options: LinkHealthOptions,
  requireCaller: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/', requireCaller, noStore, async (c) =>
    c.json(await linkHealth(options, c.req.raw.signal)),
  )
}

async function linkHealth(
  { db, links, isChecking, clicks }: LinkHealthOptions,
  signal: AbortSignal,
): Promise<LinkHealth> {
  const [stored, clicked] = await Promise.all([readLinks(db), clicks(signal)])
  const checked = links.map(({ href, pages }): CheckedLink => {
    const link = stored.get(href)
    return {
      href,
      pages,
      state: stateOf(link),
      failing_since: link?.failing_since?.toISOString() ?? null,
      check: link ? checkOf(link) : null,
      clicks: clicked.get(href) ?? 0,
    }
  })
  const last = [...stored.values()]
    .map(({ checked_at }) => checked_at.toISOString())
    .toSorted()
    .at(-1)
  return { is_checking: isChecking, checked_at: last ?? null, links: checked.toSorted(byUrgency) }
}

function checkOf({ checked_at, status, problem, url, redirects, ms }: LinkCheckRow): CheckedLink['check'] {
  return { at: checked_at.toISOString(), status, problem, url, redirects, ms }
}

/** By state, dead links first, then by clicks. */
function byUrgency(one: CheckedLink, other: CheckedLink): number {
  return (
    LINK_STATES.indexOf(one.state) - LINK_STATES.indexOf(other.state) ||
    (other.clicks ?? 0) - (one.clicks ?? 0) ||
    (one.href < other.href ? -1 : 1)
  )
}
