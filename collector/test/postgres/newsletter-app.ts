import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import { newsletterLinkRoutes, newsletterRoutes } from '../../src/audience/newsletter/newsletter-routes.ts'
import type { Db } from '../../src/database/schema/database.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { createTestApp, jsonPost, testClient } from './test-app.ts'
import { TestClock } from './test-clock.ts'
import { openTestAudience, tokenIn } from './test-audience.ts'
import { waitingEmails } from '../../src/email/testing/test-outbox.ts'
import { productionOrigins } from '../../src/testing/origins.ts'

export const reader = 'ada@example.test'

type WaitingEmail = Awaited<ReturnType<typeof waitingEmails>>[number]

/** The newsletter as readers use it: its form, its emails and the links in them. */
export interface NewsletterApp {
  readonly app: Hono
  readonly clock: TestClock
  signUp(email?: string, headers?: Record<string, string>): Promise<Response>
  confirm(token: string): Promise<Response>
  /** Signs the reader up and confirms. @returns the welcome email. */
  joinList(): Promise<WaitingEmail | undefined>
  newestEmail(): Promise<WaitingEmail | undefined>
  subscribers(): Promise<{ email: string; source: string; confirmed_at: Date | null }[]>
}

export async function openNewsletter(db: Db, failurePage?: string): Promise<NewsletterApp> {
  const clock = new TestClock()
  const guide = join(temporaryDirectory(), 'half-measure-guide.pdf')
  writeFileSync(guide, '%PDF-1.7 the guide')
  const audience = await openTestAudience(db, clock.now)
  const forms = { origin: productionOrigins, clientAddress: testClient }
  const app = createTestApp(failurePage)
    .route('/api/newsletter', newsletterRoutes(audience, forms, guide))
    .route('/newsletter', newsletterLinkRoutes(audience, forms))
  const newsletter: NewsletterApp = {
    app,
    clock,
    signUp: async (email = reader, headers = {}) =>
      app.request('/api/newsletter', jsonPost({ email, source: 'page' }, headers)),
    confirm: async (token) => app.request('/api/newsletter/confirm', jsonPost({ token })),
    async joinList() {
      await newsletter.signUp()
      clock.advance({ minutes: 1 })
      const response = await newsletter.confirm(
        tokenIn(await newsletter.newestEmail(), '/newsletter/confirm'),
      )
      expect(response.status).toBe(200)
      clock.advance({ minutes: 1 })
      return newsletter.newestEmail()
    },
    newestEmail: async () => (await waitingEmails(db)).at(-1),
    subscribers: () => db.selectFrom('newsletter_subscribers').selectAll().orderBy('email').execute(),
  }
  return newsletter
}
