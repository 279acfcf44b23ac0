import { OwnSessions, type EmailChange, type PasswordChange } from '@half-measure/shared/auth/account.ts'
import { AuthUser } from '@half-measure/shared/auth/session.ts'
import type { Api } from './api.ts'

export const userQuestion = { about: 'user', path: '/api/auth/user', schema: AuthUser }

export const sessionsQuestion = { about: 'sessions', path: '/api/auth/sessions', schema: OwnSessions }

export const accountCalls = {
  changePassword: (api: Api, change: PasswordChange) =>
    api.send('PATCH', userQuestion.path, AuthUser, change),

  /** Has a link mailed to the address; nothing changes before it is used. */
  changeEmail: (api: Api, change: EmailChange) => api.send('PATCH', userQuestion.path, AuthUser, change),

  signOutElsewhere: (api: Api) => api.tell('POST', '/api/auth/logout?scope=others'),
}
