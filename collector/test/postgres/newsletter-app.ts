import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import type { AppEnv } from '../../src/platform/http/app-env.ts'
import type { Postgres } from '../../src/database/open-postgres.ts'
import { newsletterLinkRoutes, newsletterRoutes } from '../../src/routes/newsletter.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { createTestApp, jsonPost } from './test-app.ts'
import { TestClock } from './test-clock.ts'
import { createTestPeople, origins, tokenIn, waitingMails } from './test-people.ts'

export const reader = 'ada@example.test'

type Mail = Awaited<ReturnType<typeof waitingMails>>[number]

/** The newsletter as readers meet it: its form, its mails and the links in them. */
export interface NewsletterApp {
  readonly app: Hono<AppEnv>
  readonly clock: TestClock
  signUp(email?: string, headers?: Record<string, string>): Promise<Response>
  confirm(token: string): Promise<Response>
  /** Signs the reader up and confirms. @returns the welcome mail. */
  joinList(): Promise<Mail | undefined>
  newestMail(): Promise<Mail | undefined>
  subscribers(): Promise<{ email: string; source: string; confirmed_at: Date | null }[]>
}

export async function openNewsletter(db: Postgres['db']): Promise<NewsletterApp> {
  const clock = new TestClock()
  const guide = join(temporaryDirectory(), 'half-measure-guide.pdf')
  writeFileSync(guide, '%PDF-1.7 the guide')
  const people = await createTestPeople(db, clock.now)
  const config = { origins }
  const app = createTestApp()
    .route('/api/newsletter', newsletterRoutes(people, { config, guide }))
    .route('/newsletter', newsletterLinkRoutes(people, { config }))
  const newsletter: NewsletterApp = {
    app,
    clock,
    signUp: async (email = reader, headers = {}) =>
      app.request('/api/newsletter', jsonPost({ email, source: 'page' }, headers)),
    confirm: async (token) => app.request('/api/newsletter/confirm', jsonPost({ token })),
    async joinList() {
      await newsletter.signUp()
      clock.advance({ minutes: 1 })
      const response = await newsletter.confirm(tokenIn(await newsletter.newestMail(), '/newsletter/confirm'))
      expect(response.status).toBe(200)
      clock.advance({ minutes: 1 })
      return newsletter.newestMail()
    },
    newestMail: async () => (await waitingMails(db)).at(-1),
    subscribers: () => db.selectFrom('newsletter_subscribers').selectAll().orderBy('email').execute(),
  }
  return newsletter
}
