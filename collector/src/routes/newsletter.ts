import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import {
  type NewsletterConfirmed,
  NewsletterLink,
  NewsletterSignup,
} from '@half-measure/shared/people/newsletter.ts'
import { type Context, Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { rateLimit } from '../platform/http/rate-limit.ts'
import { formGuards, parseForm, readForm, wantsPage } from '../people/form-request.ts'
import { guidePagePath, guidePath } from '../people/newsletter/addresses.ts'
import { linkNotValid, noGuide } from '../people/newsletter/newsletter-errors.ts'
import type { People } from '../people/people.ts'

/** Each press of a link makes another one, to the guide. Presses a minute and client. */
const CONFIRMATIONS = 30

/**
 * The newsletter, to be mounted at `/api/newsletter`.
 *
 * @param options.guide path of the ebook, a PDF.
 */
export function newsletterRoutes(
  { newsletter }: Pick<People, 'newsletter'>,
  { config, guide }: { config: Pick<Config, 'origins'>; guide?: string },
): Hono<AppEnv> {
  return (
    new Hono<AppEnv>()
      .use(...formGuards(config))
      .post('/', async (c) => {
        const signup = parseForm(NewsletterSignup, await readForm(c))
        await newsletter.subscribe(signup, c.get('clientAddress'))
        return wantsPage(c) ? c.redirect('/newsletter#sent', 303) : c.json({}, 202)
      })
      .route('/', newsletterLinkRoutes({ newsletter }, { config }))
      // For mail programs that know the header's address and not how to post to it.
      .get('/unsubscribe', (c) =>
        c.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(c.req.query('token') ?? '')}`, 302),
      )
      .get('/guide', async (c) => {
        await newsletter.assertMayHaveGuide(c.req.query('token') ?? '')
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
 * What the buttons on the pages behind the mailed links send. To be mounted at `/newsletter` as well: without
 * scripts such a page's form posts to the page's own address, which has the token.
 */
export function newsletterLinkRoutes(
  { newsletter }: Pick<People, 'newsletter'>,
  { config }: { config: Pick<Config, 'origins'> },
): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use('/confirm', ...formGuards(config), rateLimit(CONFIRMATIONS))
    .use('/unsubscribe', ...formGuards(config))
    .use('/guide', ...formGuards(config))
    .post('/confirm', async (c) => {
      const { token } = await readLink(c)
      const guide = await newsletter.confirm(token)
      if (wantsPage(c)) return c.redirect(`${guidePagePath(guide)}#confirmed`, 303)
      return c.json({ status: 'confirmed', guide_url: guidePath(guide) } satisfies NewsletterConfirmed)
    })
    .post('/guide', async (c) => {
      const { token } = await readLink(c)
      await newsletter.assertMayHaveGuide(token)
      return c.redirect(guidePath(token), 303)
    })
    .post('/unsubscribe', async (c) => {
      const { token, isOneClick } = await readLink(c)
      const left = await newsletter.unsubscribe(token)
      // RFC 8058: whoever sends this follows no redirect.
      return wantsPage(c) && !isOneClick ? c.redirect('/newsletter/unsubscribe#done', 303) : c.json(left)
    })
}

/** The token stands in the form, or in the address where the form is a mail program's or has no script. */
async function readLink(c: Context): Promise<{ token: string; isOneClick: boolean }> {
  const hasBody = c.req.header('Content-Type') !== undefined
  const fields: Record<string, unknown> = hasBody ? await readForm(c) : {}
  const link = NewsletterLink.safeParse({ token: fields['token'] ?? c.req.query('token') })
  if (!link.success) throw linkNotValid()
  return { token: link.data.token, isOneClick: fields['List-Unsubscribe'] === 'One-Click' }
}

/** In bytes; undefined where there is no such file. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
