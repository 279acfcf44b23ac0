import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import {
  type NewsletterConfirmed,
  NewsletterLink,
  NewsletterPreferences,
  NewsletterSignup,
} from '@half-measure/shared/audience/newsletter.ts'
import { SubscriberQuery } from '@half-measure/shared/audience/subscriber.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { csvFile } from '../../platform/http/csv.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { rateLimiter } from '../../platform/http/rate-limit.ts'
import { readId, readQuery } from '../../platform/http/read-request.ts'
import type { Audience } from '../audience.ts'
import { type LinkPurpose, linkNotValid, noGuide, subscriberNotFound } from '../errors.ts'
import { formGuards, type FormRoutesOptions, parseForm, readForm, wantsPage } from '../form-request.ts'
import { assertGuideToken, guidePagePath, guidePath } from './links.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { exportSubscribers, listSubscribers, removeSubscriber } from './subscribers.ts'
import { confirmSubscription, subscribe, unsubscribe } from './subscriptions.ts'
import type { ClockedDb } from '../../database/schema/database.ts'

/** Each confirmation issues a link to the guide. Confirmations per minute and client. */
const CONFIRMATIONS = 30

/** `/api/newsletter`: sign-up, the guide, and the links of newsletter emails. @param guide path of the PDF. */
export function newsletterRoutes(
  audience: Pick<Audience, 'db' | 'limits' | 'now' | 'site' | 'outbox'>,
  options: FormRoutesOptions,
  guide?: string,
): Hono {
  const guards = formGuards(options)
  return (
    new Hono()
      .post('/', ...guards, async (c) => {
        const signup = parseForm(NewsletterSignup, await readForm(c))
        await subscribe(audience, signup, options.clientAddress(c))
        return wantsPage(c) ? c.redirect('/newsletter#sent', 303) : c.json({}, 202)
      })
      .route('/', newsletterLinkRoutes(audience, options))
      // For email programs that open the header's address instead of posting to it.
      .get('/unsubscribe', ...guards, (c) =>
        c.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(c.req.query('token') ?? '')}`, 302),
      )
      .get('/preferences', ...guards, async (c) =>
        c.json(await readPreferences(audience.db, c.req.query('token') ?? '')),
      )
      .get('/guide', ...guards, async (c) => {
        await assertGuideToken(audience.db, c.req.query('token') ?? '')
        const size = guide === undefined ? undefined : await sizeOf(guide)
        if (guide === undefined || size === undefined) throw noGuide()
        return c.body(Readable.toWeb(createReadStream(guide)) as ReadableStream, 200, {
          'Content-Type': 'application/pdf',
          'Content-Length': String(size),
          'Content-Disposition': `attachment; filename="${basename(guide)}"`,
          'Cache-Control': 'private, no-store',
          'X-Robots-Tag': 'noindex',
        })
      })
  )
}

/**
 * Forms of the pages behind mailed links. Mounted at `/newsletter` too: without scripts, such a form posts to its
 * page's own address, which contains the token.
 */
export function newsletterLinkRoutes(
  audience: Pick<Audience, 'db' | 'now' | 'site' | 'outbox'>,
  options: FormRoutesOptions,
): Hono {
  const admit = rateLimiter(CONFIRMATIONS)
  const guards = formGuards(options)
  return new Hono()
    .post('/confirm', ...guards, async (c) => {
      admit(options.clientAddress(c))
      const { token, fields } = await readLink(c, 'confirm')
      const guide = await confirmSubscription(audience, token, parseForm(NewsletterPreferences, fields))
      if (wantsPage(c)) return c.redirect(`${guidePagePath(guide)}#confirmed`, 303)
      return c.json({ status: 'confirmed', guide_url: guidePath(guide) } satisfies NewsletterConfirmed)
    })
    .post('/guide', ...guards, async (c) => {
      const { token } = await readLink(c, 'guide')
      await assertGuideToken(audience.db, token)
      return c.redirect(guidePath(token), 303)
    })
    .post('/preferences', ...guards, async (c) => {
      const { token, fields } = await readLink(c, 'preferences')
      const wanted = parseForm(NewsletterPreferences, fields)
      const preferences = await changePreferences(audience, token, wanted)
      return wantsPage(c) ? c.redirect('/newsletter/preferences#done', 303) : c.json(preferences)
    })
    .post('/unsubscribe', ...guards, async (c) => {
      const { token, fields } = await readLink(c, 'unsubscribe')
      const left = await unsubscribe(audience, token)
      // RFC 8058: no redirect for one-click requests.
      return wantsPage(c) && fields['List-Unsubscribe'] !== 'One-Click'
        ? c.redirect('/newsletter/unsubscribe#done', 303)
        : c.json(left)
    })
}

/** `/api/subscribers`, for administrators. */
export function subscriberRoutes(
  audience: ClockedDb,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await listSubscribers(audience.db, readQuery(c, SubscriberQuery))))
    .get('/export.csv', async (c) => {
      const query = readQuery(c, SubscriberQuery.omit({ limit: true, cursor: true }))
      const { userId } = c.get('principal')
      return csvFile(c, 'subscribers.csv', await exportSubscribers(audience, query, userId))
    })
    .delete('/:id', async (c) => {
      await removeSubscriber(audience, readId(c, subscriberNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}

/** The token is in the form, or in the address if an email program or a page without scripts sends the form. */
async function readLink(
  c: Context,
  purpose: LinkPurpose,
): Promise<{ token: string; fields: Record<string, unknown> }> {
  const hasBody = c.req.header('Content-Type') !== undefined
  const fields: Record<string, unknown> = hasBody ? await readForm(c) : {}
  const link = NewsletterLink.safeParse({ token: fields['token'] ?? c.req.query('token') })
  if (!link.success) throw linkNotValid(purpose)
  return { token: link.data.token, fields }
}

/** In bytes; undefined where there is no such file. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
