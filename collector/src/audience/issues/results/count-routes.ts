import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { clientNetwork } from '../../../platform/http/client-address.ts'
import { isPrefetch } from '../../../platform/http/node-request.ts'
import type { IssueRequest, IssueTally } from './issue-tally.ts'
import type { SentIssue, SentIssues } from './sent-issues.ts'

/** One transparent pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface CountRouteOptions {
  readonly issueTally: Pick<IssueTally, 'open' | 'click'>
  readonly sentIssues: Pick<SentIssues, 'find'>
  readonly clientAddress: (c: Context) => string
}

/**
 * `/newsletter/issues`: the URLs in an issue's emails, see `render-issue.ts`. They are public; `HEAD` and prefetches are
 * not counted.
 */
export function issueCountRoutes({ issueTally, sentIssues, clientAddress }: CountRouteOptions): Hono {
  const find = async (c: Context): Promise<{ issue: SentIssue; request: IssueRequest } | undefined> => {
    const { success, data: issueId } = z.uuid().safeParse(c.req.param('id'))
    const issue = success ? await sentIssues.find(issueId) : undefined
    if (!success || !issue) return undefined
    const network = clientNetwork(clientAddress(c))
    const userAgent = c.req.header('user-agent') ?? ''
    return { issue, request: { ...issue, issueId, network, userAgent } }
  }
  const counts = (c: Context) => c.req.method === 'GET' && !isPrefetch(c.req.header())

  return new Hono()
    .get('/:id/opened.gif', async (c, next) => {
      const found = await find(c)
      if (!found) return next()
      if (counts(c)) issueTally.open(found.request)
      // An email program may cache it for a day; a proxy, which loads it for many readers, may not.
      return c.body(PICTURE, 200, { 'Content-Type': 'image/gif', 'Cache-Control': 'private, max-age=86400' })
    })
    .get('/:id/links/:position{[0-9]+}', async (c, next) => {
      const found = await find(c)
      const position = Number(c.req.param('position'))
      const url = found?.issue.links[position - 1]
      if (!found || url === undefined) return next()
      if (counts(c)) issueTally.click(found.request, position)
      c.header('X-Robots-Tag', 'noindex')
      c.header('Cache-Control', 'no-store')
      return c.redirect(url, 302)
    })
}
