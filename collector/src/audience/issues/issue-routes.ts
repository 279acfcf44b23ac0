import { IssueChange, IssueQuery, IssueSend, IssueText } from '@half-measure/shared/audience/issue.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { csvFile } from '../../platform/http/csv.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readBody, readId, readQuery } from '../../platform/http/read-request.ts'
import type { Audience } from '../audience.ts'
import { issueNotFound, previewNotFound } from '../errors.ts'
import {
  changeIssue,
  createIssue,
  deleteIssue,
  describeIssue,
  findIssue,
  type IssueRow,
  listIssues,
  readPreview,
} from './issues.ts'
import { readReport, resultsCsv } from './results/issue-report.ts'
import { setInArchive } from './archived-issues.ts'
import { pauseIssue, resumeIssue, sendIssue, stopIssue, testIssue, unscheduleIssue } from './send-issue.ts'

/** Holds the longest issue in its longest encoding. */
const MAX_BODY_BYTES = 320 * 1024

/** `/api/issues`: newsletter issues, for administrators. */
export function issueRoutes(
  audience: Audience,
  runStatsQuery: (query: StatsQuery, signal: AbortSignal) => Promise<StatsResult>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const respond = async (c: Context, row: IssueRow, status: 200 | 201 = 200) =>
    c.json(await describeIssue(audience, row), status)
  const id = (c: Context) => readId(c, issueNotFound)
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards(MAX_BODY_BYTES))
    .get('/', async (c) => c.json(await listIssues(audience.db, readQuery(c, IssueQuery))))
    .post('/', async (c) => respond(c, await createIssue(audience, await readBody(c, IssueText)), 201))
    .get('/results.csv', async (c) => csvFile(c, 'newsletter-issues.csv', await resultsCsv(audience.db)))
    .get('/:id/report', async (c) => {
      const { db, now } = audience
      const { signal } = c.req.raw
      const sources = { db, now, runStatsQuery: (query: StatsQuery) => runStatsQuery(query, signal) }
      return c.json(await readReport(sources, await findIssue(db, id(c))))
    })
    .get('/:id', async (c) => respond(c, await findIssue(audience.db, id(c))))
    .patch('/:id', async (c) => {
      const change = await readBody(c, IssueChange)
      return respond(c, await changeIssue(audience, id(c), change))
    })
    .delete('/:id', async (c) => {
      await deleteIssue(audience, id(c), c.get('principal').userId)
      return c.body(null, 204)
    })
    .post('/:id/test', async (c) => c.json(await testIssue(audience, id(c), c.get('principal')), 202))
    .post('/:id/send', async (c) => {
      const send = await readBody(c, IssueSend)
      return respond(c, await sendIssue(audience, id(c), send, c.get('principal')))
    })
    .post('/:id/unschedule', async (c) =>
      respond(c, await unscheduleIssue(audience, id(c), c.get('principal'))),
    )
    .post('/:id/pause', async (c) => respond(c, await pauseIssue(audience, id(c), c.get('principal'))))
    .post('/:id/resume', async (c) => respond(c, await resumeIssue(audience, id(c), c.get('principal'))))
    .post('/:id/stop', async (c) => respond(c, await stopIssue(audience, id(c), c.get('principal'))))
    .post('/:id/remove-from-archive', async (c) =>
      respond(c, await setInArchive(audience, id(c), false, c.get('principal'))),
    )
    .post('/:id/show-in-archive', async (c) =>
      respond(c, await setInArchive(audience, id(c), true, c.get('principal'))),
    )
}

const PreviewQuery = z.object({ version: z.coerce.number().int(), ticket: z.string().max(200) })

const PREVIEW_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups',
].join('; ')

/**
 * `/api/issues/:id/preview`: an issue's email as a page, for a frame of the dashboard. Its URL carries the
 * permission. It has the inline styles of email, which our pages may not have, and nothing in it can run.
 */
export function previewRoutes(audience: Pick<Audience, 'db' | 'now' | 'site' | 'previews'>): Hono {
  return new Hono().get('/:id/preview', async (c) => {
    const query = PreviewQuery.safeParse(c.req.query())
    if (!query.success) throw previewNotFound()
    const { version, ticket } = query.data
    const html = await readPreview(audience, { id: readId(c, previewNotFound), version }, ticket)
    return c.html(html, 200, {
      'Content-Security-Policy': PREVIEW_POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
    })
  })
}
