import { NewsletterSignup } from '../audience/newsletter.ts'
import { route } from './route.ts'

/** The response is the same for known and new addresses. */
export const subscribe = route('POST', '/api/newsletter', undefined, NewsletterSignup)
