import { z } from 'zod'
import { EmailAddress } from '../audience/email-address.ts'
import { OpenSession } from './account.ts'
import { Role } from './roles.ts'

/** An administrator, or somebody who was invited to be one. */
export const Admin = z.object({
  /** Id of the account. */
  id: z.uuid(),
  email: z.string(),
  state: z.enum(['active', 'invited']),
  role: Role,
  /** When the right was given; for an invitation, when it was sent. */
  since: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
  has_second_factor: z.boolean(),
  /** Null if it is optional. The configuration's requirement cannot be changed here. */
  second_factor_required_by: z.enum(['configuration', 'owner']).nullable(),
  /** The requesting administrator. */
  self: z.boolean(),
})
export type Admin = z.infer<typeof Admin>

/** `GET /api/admins`: oldest first, invitations last. */
export const Admins = z.array(Admin)
export type Admins = z.infer<typeof Admins>

/** `GET /api/admins/:id/sessions`, newest first. `DELETE /api/admins/:id/sessions/:session` ends one; 204. */
export const AdminSessions = z.array(OpenSession)
export type AdminSessions = z.infer<typeof AdminSessions>

/** `POST /api/admins`; 201 `{}`. A mail invites the address; the role comes with the use of its link. */
export const AdminInvitation = z.object({ email: EmailAddress, role: Role })
export type AdminInvitation = z.infer<typeof AdminInvitation>

/** `PATCH /api/admins/:id`; 204. `DELETE /api/admins/:id` takes the right or the invitation away. */
export const AdminChange = z.union([
  z.strictObject({ second_factor_required: z.boolean() }),
  z.strictObject({ role: Role }),
])
export type AdminChange = z.infer<typeof AdminChange>
