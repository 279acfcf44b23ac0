import { z } from 'zod'

/** An e-mail address in the form in which it is stored and compared: trimmed, in lower case. */
export const EmailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email('an e-mail address'))
