import { ISSUE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../database/schema/database.ts'
import { escapeHtml } from '../../email/email-html.ts'
import { contentPolicy } from '../../platform/http/security-headers.ts'
import { type ArchivedIssue, ArchivedIssues } from './archived-issues.ts'

/** Pages of the built site, with placeholders for an issue's content. */
export interface ArchivePages {
  readonly list: string
  readonly issue: string
  readonly missing: string
}

interface ArchiveOptions {
  readonly site: string
  /** As in `SecurityHeaderOptions`. */
  readonly partners: readonly string[]
  readonly pages: ArchivePages
}

const ROOT = '/newsletter/archive'
/** Newest issues in the feed, in full. Feed readers keep older ones, and the archive has them. */
const FEED_ISSUES = 20

/** Public archive of newsletter issues: a list, a page each, a feed. */
export function issueArchiveRoutes(db: Db, { site, partners, pages }: ArchiveOptions): Hono {
  const archive = new ArchivedIssues(db, site)
  /** Keyed by the ids of the issues in the feed. */
  const feeds = new LRUCache<string, string, readonly ArchivedIssue[]>({
    max: 1,
    fetchMethod: (_, __, { context }) => feedOf(context, archive, site),
  })
  return new Hono()
    .get(ROOT, async (c) => {
      const issues = await archive.list()
      const list = issues.map(rowOf).join('') || '<li>None has been sent yet.</li>'
      return c.html(fill(pages.list, { list }))
    })
    .get(`${ROOT}.xml`, async (c) => {
      const issues = (await archive.list()).slice(0, FEED_ISSUES)
      const feed = await feeds.forceFetch(issues.map(({ id }) => id).join(), { context: issues })
      return c.body(feed, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
    })
    .get(`${ROOT}/:slug`, async (c) => {
      const issue = (await archive.list()).find(({ slug }) => slug === c.req.param('slug'))
      if (!issue) return c.html(pages.missing, 404)
      const { subject, preheader, sentAt, slug } = issue
      const { html, pictureOrigins } = await archive.bodyOf(issue)
      if (pictureOrigins.length > 0)
        c.header('Content-Security-Policy', contentPolicy(partners, pictureOrigins))
      return c.html(
        fill(pages.issue, {
          title: escapeHtml(subject),
          summary: escapeHtml(preheader),
          day: DAY.format(sentAt),
          slug,
          body: html,
        }),
      )
    })
}

type Placeholder = keyof typeof ISSUE_PLACEHOLDERS

function fill(page: string, parts: Partial<Record<Placeholder, string>>): string {
  return (Object.entries(parts) as [Placeholder, string][]).reduce(
    (text, [name, html]) => text.replaceAll(ISSUE_PLACEHOLDERS[name], () => html),
    page,
  )
}

function rowOf({ subject, preheader, sentAt, slug }: ArchivedIssue): string {
  return `<li><time class="label" datetime="${sentAt.toISOString()}">${DAY.format(sentAt)}</time><div><h3 class="story-title"><a href="${ROOT}/${slug}">${escapeHtml(subject)}</a></h3><p class="story-excerpt">${escapeHtml(preheader)}</p></div></li>`
}

async function feedOf(
  issues: readonly ArchivedIssue[],
  archive: Pick<ArchivedIssues, 'bodyOf'>,
  site: string,
): Promise<string> {
  const items: string[] = []
  // One after another, so that a feed does not take several connections.
  for (const issue of issues) {
    const link = `${site}${ROOT}/${issue.slug}`
    const { html } = await archive.bodyOf(issue)
    items.push(
      `<item><title>${escapeHtml(issue.subject)}</title><link>${link}</link><guid isPermaLink="true">${link}</guid><pubDate>${issue.sentAt.toUTCString()}</pubDate><description>${escapeHtml(html)}</description></item>\n`,
    )
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeHtml(publication.newsletter)}</title><link>${site}${ROOT}</link><description>${escapeHtml(publication.tagline)}</description><language>${publication.language.toLowerCase()}</language>
<atom:link href="${site}${ROOT}.xml" rel="self" type="application/rss+xml"/>
${items.join('')}</channel></rss>
`.replaceAll(NOT_IN_XML, '')
}

/** Everything but the characters of XML 1.0, where one other makes the whole document invalid. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: publication.timeZone })
