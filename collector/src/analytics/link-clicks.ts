import type { SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { z } from 'zod'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { dateTime64 } from '../events/date-time64.ts'
import type { QueryRows } from '../warehouse/clickhouse/query.ts'
import { visibleUntil } from './sharing/current-caller.ts'

const DAYS = 28

const Row = z.object({ href: z.string(), clicks: z.coerce.number() })

/**
 * Clicks on links that leave the magazine in the last 28 days, without bots, by the link as written in the magazine.
 * From the raw table: sessions store a link's site, not its address.
 */
export async function linkClicks(
  queryRows: QueryRows,
  links: SiteLinks,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const until = visibleUntil(now)
  // Browsers report addresses in their canonical form.
  const byReported = new Map(
    links.map(({ href }) => [href.startsWith('/') ? href : new URL(href).href, href] as const),
  )
  const rows = await queryRows({
    name: 'clicks on links',
    sql: `SELECT if(element_type = 'affiliate', concat('/go/', element_id),
          cutFragment(JSONExtractString(click_data, 'href'))) AS href, count() AS clicks
      FROM analytics.click_events
      WHERE created_at >= {from: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')} AND is_bot = 0
        AND element_type IN ('affiliate', 'outbound') AND href IN {hrefs: Array(String)}
      GROUP BY href`,
    params: { from: dateTime64(until - DAYS * DAY_MS), to: dateTime64(until), hrefs: [...byReported.keys()] },
    row: Row,
  })
  return new Map(rows.map(({ href, clicks }) => [byReported.get(href) ?? href, clicks]))
}
