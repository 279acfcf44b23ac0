import { Issue } from '@half-measure/shared/audience/issue.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { issueRoutes, previewRoutes } from '../../src/audience/issues/issue-routes.ts'
import { type BatchResult, queueBatch } from '../../src/audience/issues/issue-sender.ts'
import type { Db } from '../../src/database/schema/database.ts'
import { ApiError } from '../../src/platform/api-error.ts'
import { type AdminApp, openAdminApp } from './open-admin-app.ts'
import { addSubscriber } from './test-audience.ts'
import { waitingEmails } from '../../src/email/testing/test-outbox.ts'

export const issueText = {
  subject: 'On halves',
  preheader: 'One argument, one drink',
  body: 'A half is *not* less.\n\n[Read on](/articles/pine-beer)',
}

type ApiResponse = ReturnType<AdminApp['call']>

/** Where an editor writes and sends newsletter issues. */
export interface IssueEditor extends Pick<AdminApp, 'clock' | 'audience' | 'app' | 'signInAgain'> {
  /** Calls the API as the owner. @param path behind `/api/issues`. */
  call(method: string, path?: string, body?: unknown): ApiResponse
  /** The issue in a response. */
  issue(response: ApiResponse): Promise<Issue>
  create(part?: Partial<typeof issueText>): Promise<Issue>
  send(issue: Issue): ApiResponse
  /** Sends an issue to new subscribers, `ada` being ada@b.test, and queues one batch. @param rate a minute. */
  underWay(readers: readonly string[], rate?: number): Promise<Issue>
  /** Queues one batch of emails. @param rate a minute. */
  queueOnce(rate: number): Promise<BatchResult>
  /** Queues emails until there is nothing to do; those in the outbox count as attempted. */
  queueAll(rate?: number): Promise<BatchResult>
  /** The emails of issues that wait. */
  emails(): ReturnType<typeof waitingEmails>
  recipients(): Promise<string[]>
}

/** @param runStatsQuery of sessions; by default they cannot be queried. */
export async function openIssueEditor(
  db: Db,
  runStatsQuery: (query: StatsQuery) => Promise<StatsResult> = withoutStatistics,
): Promise<IssueEditor> {
  const admin = await openAdminApp(db, (app, parts) =>
    app
      .route('/api/issues', previewRoutes(parts.audience))
      .route('/api/issues', issueRoutes(parts.audience, runStatsQuery, parts.admin)),
  )
  const { clock, audience, app } = admin
  const editor: IssueEditor = {
    clock,
    audience,
    app,
    signInAgain: () => admin.signInAgain(),
    call: (method, path = '', body) => admin.call(method, `/api/issues${path}`, body),
    issue: async (response) => Issue.parse((await response).json),
    create: (part = {}) => editor.issue(editor.call('POST', '', { ...issueText, ...part })),
    send: ({ id, version }) => editor.call('POST', `/${id}/send`, { version }),
    async underWay(readers, rate = 60) {
      for (const reader of readers) await addSubscriber(audience, `${reader}@b.test`)
      const issue = await editor.issue(editor.send(await editor.create()))
      await editor.queueOnce(rate)
      return issue
    },
    queueOnce: (rate) => queueBatch(audience, rate),
    async queueAll(rate = 6_000) {
      for (;;) {
        const result = await editor.queueOnce(rate)
        await db.updateTable('outbox').set({ attempts: 1 }).execute()
        if (result !== 'queued') return result
      }
    },
    emails: async () => (await waitingEmails(db)).filter(({ kind }) => kind === 'newsletter-issue'),
    recipients: async () => (await editor.emails()).map(({ recipient }) => recipient).toSorted(),
  }
  return editor
}

export const withoutStatistics = (): Promise<StatsResult> =>
  Promise.reject(new ApiError(503, 'statistics_unavailable', 'The statistics cannot be read right now.'))
