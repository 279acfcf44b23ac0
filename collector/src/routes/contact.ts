import { ContactForm } from '@half-measure/shared/people/contact.ts'
import { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { isUnavailable } from '../platform/unavailable.ts'
import type { Logger } from '../platform/logger.ts'
import { formGuards, parseForm, readForm, wantsPage } from '../people/form-request.ts'
import type { People } from '../people/people.ts'
import { severityOf } from '../platform/unavailable.ts'

/** The contact form, to be mounted at `/api/contact`. */
export function contactRoutes(
  { contact }: Pick<People, 'contact'>,
  { config, log }: { config: Pick<Config, 'origins'>; log: Logger },
): Hono<AppEnv> {
  return new Hono<AppEnv>().use(...formGuards(config)).post('/', async (c) => {
    const form = parseForm(ContactForm, await readForm(c))
    try {
      await contact.send(form, c.get('clientAddress'))
    } catch (error) {
      if (error instanceof ApiError) throw error
      log[severityOf(error)]({ err: error }, 'a message could not be stored')
      const failure = ['message_not_sent', 'Failed to send message'] as const
      throw isUnavailable(error)
        ? new ApiError(503, ...failure, { retryAfter: 5 })
        : new ApiError(500, ...failure)
    }
    return wantsPage(c) ? c.redirect('/contact#sent', 303) : c.json({}, 201)
  })
}
