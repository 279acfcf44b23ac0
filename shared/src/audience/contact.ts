import { z } from 'zod'
import { EmailAddress } from './email-address.ts'
import { line, lines } from '../text.ts'

/** `POST /api/contact`; 201. */
export const ContactForm = z.object({
  name: line(200),
  email: EmailAddress,
  subject: line(200),
  message: lines(5_000),
  /** A ticked box: the editors may print it as a letter. */
  may_print: z.literal('on').optional(),
  /** A field that people do not see: only programs fill it in. */
  website: z.string().optional(),
  /** Milliseconds between the form's appearance and its sending, where a script could measure them. */
  elapsed_ms: z.coerce.number().nonnegative().optional().catch(undefined),
})
export type ContactForm = z.infer<typeof ContactForm>
