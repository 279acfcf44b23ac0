import { z } from 'zod'
import { NewsletterSignup } from '../audience/newsletter.ts'
import { route } from './route.ts'

const SiteConfig = z.object({ site_origin: z.url(), dashboard_origin: z.url() })

/** Where the public site and the dashboard are. */
export const readConfig = route('GET', '/api/config', { response: SiteConfig })
/** The response is the same for known and new addresses. */
export const subscribe = route('POST', '/api/newsletter', { body: NewsletterSignup })
