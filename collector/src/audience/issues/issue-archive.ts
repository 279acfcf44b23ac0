import { ISSUE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { Hono } from 'hono'
import type { Db } from '../../database/schema/database.ts'
import { escapeHtml } from '../../email/email-html.ts'
import { issueHtml } from './issue-html.ts'
import { readMarkdown } from './read-markdown.ts'

/** Pages of the built site, with placeholders where an issue's words belong. */
export interface ArchivePages {
  readonly list: string
  readonly issue: string
  readonly missing: string
}

interface SentIssue {
  readonly subject: string
  readonly preheader: string
  readonly body: string
  readonly sentAt: Date
  /** In its address: the day and the subject. */
  readonly slug: string
}

const ROOT = '/newsletter/archive'

/** Issues of the newsletter that were sent, for everybody: a list, a page each, a feed. */
export function issueArchiveRoutes(
  db: Db,
  { site, pages }: { readonly site: string; readonly pages: ArchivePages },
): Hono {
  return new Hono()
    .get(ROOT, async (c) => {
      const issues = await sentIssues(db)
      const list = issues.map(rowOf).join('') || '<li>None has been sent yet.</li>'
      return c.html(fill(pages.list, { list }))
    })
    .get(`${ROOT}.xml`, async (c) =>
      c.body(feedOf(await sentIssues(db), site), 200, { 'Content-Type': 'application/xml; charset=utf-8' }),
    )
    .get(`${ROOT}/:slug`, async (c) => {
      const issue = (await sentIssues(db)).find(({ slug }) => slug === c.req.param('slug'))
      if (!issue) return c.html(pages.missing, 404)
      const { subject, preheader, sentAt, slug } = issue
      return c.html(
        fill(pages.issue, {
          title: escapeHtml(subject),
          summary: escapeHtml(preheader),
          day: DAY.format(sentAt),
          slug,
          body: bodyHtml(issue, site),
        }),
      )
    })
}

/** The newest first. */
async function sentIssues(db: Db): Promise<SentIssue[]> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .select(['subject', 'preheader', 'body', 'started_at', 'created_at'])
    .where('state', '=', 'sent')
    .orderBy('started_at', 'desc')
    .execute()
  return rows.map(({ started_at, created_at, ...text }) => {
    const sentAt = started_at ?? created_at
    return { ...text, sentAt, slug: slugOf(text.subject, sentAt) }
  })
}

function slugOf(subject: string, sentAt: Date): string {
  const words = subject
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f’']/g, '')
  const hyphened =
    words
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 60) ?? 'issue'
  return `${sentAt.toISOString().slice(0, 10)}-${hyphened}`
}

type Placeholder = keyof typeof ISSUE_PLACEHOLDERS

function fill(page: string, parts: Partial<Record<Placeholder, string>>): string {
  return (Object.entries(parts) as [Placeholder, string][]).reduce(
    (text, [name, html]) => text.replaceAll(ISSUE_PLACEHOLDERS[name], () => html),
    page,
  )
}

/** What an email needs to look like ours. The site has a style sheet for that, and its policy forbids inline styles. */
const EMAIL_STYLES = / (?:style|class|width|border|align)="[^"]*"/g

function bodyHtml({ body }: SentIssue, site: string): string {
  // Quotation marks of the text are entities, so only attributes match.
  return issueHtml(readMarkdown(body, site).blocks).replaceAll(EMAIL_STYLES, '')
}

function rowOf({ subject, preheader, sentAt, slug }: SentIssue): string {
  return `<li><time class="label" datetime="${sentAt.toISOString()}">${DAY.format(sentAt)}</time><div><h3 class="story-title"><a href="${ROOT}/${slug}">${escapeHtml(subject)}</a></h3><p class="story-excerpt">${escapeHtml(preheader)}</p></div></li>`
}

function feedOf(issues: readonly SentIssue[], site: string): string {
  const items = issues.map(
    (issue) =>
      `<item><title>${escapeHtml(issue.subject)}</title><link>${site}${ROOT}/${issue.slug}</link><guid isPermaLink="true">${site}${ROOT}/${issue.slug}</guid><pubDate>${issue.sentAt.toUTCString()}</pubDate><description>${escapeHtml(bodyHtml(issue, site))}</description></item>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeHtml(publication.newsletter)}</title><link>${site}${ROOT}</link><description>${escapeHtml(publication.tagline)}</description><language>${publication.language.toLowerCase()}</language>
<atom:link href="${site}${ROOT}.xml" rel="self" type="application/rss+xml"/>
${items.join('')}</channel></rss>
`
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: publication.timeZone })
