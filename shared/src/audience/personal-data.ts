import { z } from 'zod'
import { SessionId } from '../events/beacon.ts'
import { EmailAddress } from './email-address.ts'

/** Whose data: an email address, or an id that the reader's browser shows them on the cookie page. */
export const PersonalDataKey = z.union([
  z.strictObject({ email: EmailAddress }),
  z.strictObject({ session_id: SessionId }),
  /** Id of a proof of consent. */
  z.strictObject({ consent_id: z.uuid() }),
])
export type PersonalDataKey = z.infer<typeof PersonalDataKey>

/** `POST /api/personal-data/find`: the stored records, by kind, such as `contact_messages`. */
export const PersonalData = z.object({
  /** All records, but only the oldest 10,000 of each kind of a session's events. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Totals by kind. */
  counts: z.record(z.string(), z.int()),
})
export type PersonalData = z.infer<typeof PersonalData>

/** `POST /api/personal-data/erase`. */
export const ErasedPersonalData = z.object({
  /** Rows, by kind. */
  erased: z.record(z.string(), z.int()),
  /** Events: nothing of the session is accepted any more, and its rows are removed within about a minute. */
  is_pending: z.boolean(),
  /** The address is or was an administrator's, whose account stays until their access is revoked. */
  is_admin: z.boolean(),
})
export type ErasedPersonalData = z.infer<typeof ErasedPersonalData>
