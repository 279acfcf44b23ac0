import { z } from 'zod'
import { EmailAddress } from '../audience/email-address.ts'
import { Role } from './roles.ts'

/** An administrator, or somebody who was invited to be one. */
export const Admin = z.object({
  /** Of the account. */
  id: z.uuid(),
  email: z.string(),
  state: z.enum(['active', 'invited']),
  role: Role,
  /** When the right was given; for an invitation, when it was sent. */
  since: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
  has_second_factor: z.boolean(),
  second_factor_required: z.boolean(),
  /** The one who asks. */
  self: z.boolean(),
})
export type Admin = z.infer<typeof Admin>

/** `GET /api/admins`: oldest first, invitations last. */
export const Admins = z.array(Admin)
export type Admins = z.infer<typeof Admins>

/** `POST /api/admins`; 201 `{}`. A mail invites the address; the role comes with the use of its link. */
export const AdminInvitation = z.object({ email: EmailAddress, role: Role })
export type AdminInvitation = z.infer<typeof AdminInvitation>

/** `PATCH /api/admins/:id`; 204. `DELETE /api/admins/:id` takes the right or the invitation away. */
export const AdminChange = z.union([
  z.strictObject({ second_factor_required: z.boolean() }),
  z.strictObject({ role: Role }),
])
export type AdminChange = z.infer<typeof AdminChange>
