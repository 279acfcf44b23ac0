import { Hono } from 'hono'
import { z } from 'zod'

/** Where `/go/<slug>` leads: paths of the site, by slug. The site's build writes them. */
export const RedirectTargets = z.record(z.string(), z.string().startsWith('/'))
export type RedirectTargets = z.infer<typeof RedirectTargets>

/** `GET /go/<slug>`: redirects to a partner. Search engines stay out; the page counts the click, with consent. */
export function redirectRoutes(targets: RedirectTargets): Hono {
  return new Hono().get('/:slug', (c, next) => {
    const slug = c.req.param('slug')
    const target = Object.hasOwn(targets, slug) ? targets[slug] : undefined
    if (target === undefined) return next()
    c.header('X-Robots-Tag', 'noindex')
    c.header('Cache-Control', 'no-store')
    return Promise.resolve(c.redirect(target, 302))
  })
}
