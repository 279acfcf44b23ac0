import { ContactForm } from '@half-measure/shared/audience/contact.ts'
import {
  LetterChange,
  MessageChange,
  MessageQuery,
  ReplyText,
} from '@half-measure/shared/audience/contact-message.ts'
import { LETTERS_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Db } from '../../database/schema/database.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readBody, readId, readQuery } from '../../platform/http/read-request.ts'
import type { Logger } from '../../platform/logger.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import { isUnavailable, severityOf } from '../../platform/unavailable.ts'
import type { Audience } from '../audience.ts'
import { messageNotFound } from '../errors.ts'
import { formGuards, type FormRoutesOptions, parseForm, readForm, wantsPage } from '../form-request.ts'
import { deleteMessage, listMessages, readMessage, setMessageStatus, setSpam } from './inbox.ts'
import { lettersHtml, publishLetter, withdrawLetter } from './letters.ts'
import { replyToMessage } from './reply.ts'
import { submitMessage } from './submit-message.ts'

/** `/api/contact`: the contact form. */
export function contactRoutes(
  audience: Pick<Audience, 'db' | 'limits' | 'now' | 'outbox' | 'dashboard'>,
  options: FormRoutesOptions & { readonly log: Logger },
): Hono {
  const { clientAddress, log } = options
  return new Hono().use(...formGuards(options)).post('/', async (c) => {
    const form = parseForm(ContactForm, await readForm(c))
    try {
      await submitMessage(audience, form, clientAddress(c))
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

/** Holds the longest reply, and a letter with the one before it, in their longest encoding. */
const MAX_BODY_BYTES = 64 * 1024

/** `/api/messages`: the inbox, for administrators. */
export function inboxRoutes(
  audience: Pick<Audience, 'db' | 'now' | 'outbox' | 'dashboard'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards(MAX_BODY_BYTES))
    .get('/', async (c) => c.json(await listMessages(audience.db, readQuery(c, MessageQuery))))
    .get('/:id', async (c) => c.json(await readMessage(audience.db, readId(c, messageNotFound))))
    .patch('/:id', async (c) => {
      const change = await readBody(c, MessageChange)
      return c.json(await setMessageStatus(audience, readId(c, messageNotFound), change))
    })
    .post('/:id/spam', async (c) =>
      c.json(await setSpam(audience, readId(c, messageNotFound), true, c.get('principal').userId)),
    )
    .post('/:id/release', async (c) =>
      c.json(await setSpam(audience, readId(c, messageNotFound), false, c.get('principal').userId)),
    )
    .post('/:id/replies', async (c) => {
      const reply = await readBody(c, ReplyText)
      const by = c.get('principal').userId
      return c.json(await replyToMessage(audience, readId(c, messageNotFound), reply, by), 201)
    })
    .put('/:id/letter', async (c) => {
      const letter = await readBody(c, LetterChange)
      const by = c.get('principal').userId
      return c.json(await publishLetter(audience, readId(c, messageNotFound), letter, by))
    })
    .delete('/:id/letter', async (c) =>
      c.json(await withdrawLetter(audience, readId(c, messageNotFound), c.get('principal').userId)),
    )
    .delete('/:id', async (c) => {
      await deleteMessage(audience, readId(c, messageNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}

/** `/letters`: the page of the built site, with the letters. */
export function lettersRoute(db: Db, page: string): Hono {
  const lettersNow = singleFlight(() => lettersHtml(db))
  return new Hono().get('/letters', async (c) => {
    const letters = await lettersNow()
    // Browsers revalidate each time; shared caches drop a withdrawn letter within a minute.
    c.header('Cache-Control', 'public, max-age=0, s-maxage=60')
    return c.html(page.replace(LETTERS_PLACEHOLDER, () => letters))
  })
}
