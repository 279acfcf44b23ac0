import { z } from 'zod'

export const Role = z.enum(['owner', 'editor', 'analyst'])
export type Role = z.infer<typeof Role>

/** What administrators may do, and in which roles. Their own account is open to all. */
const PERMISSIONS = {
  /** Statistics and reading aids: annotations, saved views and funnels, reports and alerts. */
  figures: ['owner', 'editor', 'analyst'],
  /** Inputs of the figures: goals, commissions, imported history and the end of experiments. */
  content: ['owner', 'editor'],
  /** Messages, subscribers and the newsletter: the personal data of readers. */
  audience: ['owner', 'editor'],
  /** Administrators, API tokens and share links, dead letters, undelivered emails, the audit log. */
  administration: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

export function may(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].some((allowed) => allowed === role)
}
