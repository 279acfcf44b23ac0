import {
  EmailChangeLink,
  EnrolledFactor,
  FactorVerification,
  FactorChallenge,
  FactorRequest,
  FactorSession,
  LinkToken,
  OwnSessions,
  Reauthentication,
  RecoveryCodeVerification,
  RecoveryCodes,
  RecoveryCodesLeft,
  RecoveryRequest,
  UserChange,
} from '../auth/account.ts'
import { AuthUser, Session } from '../auth/session.ts'
import { route } from './route.ts'

export const requestRecovery = route('POST', '/api/auth/recover', { body: RecoveryRequest })
export const redeemLink = route('POST', '/api/auth/verify', { body: LinkToken, response: Session })
export const confirmEmail = route('POST', '/api/auth/email-change', { body: EmailChangeLink })

export const readUser = route('GET', '/api/auth/user', { response: AuthUser })
export const changeUser = route('PATCH', '/api/auth/user', { body: UserChange, response: AuthUser })
/** The query names the `issuer`. */
export const unlinkIdentity = route('DELETE', '/api/auth/identities', { response: AuthUser })
export const listOwnSessions = route('GET', '/api/auth/sessions', { response: OwnSessions })
export const endOwnSession = route('DELETE', '/api/auth/sessions/:id')

export const reauthenticate = route('POST', '/api/auth/reauthenticate', { body: Reauthentication })

export const enrolFactor = route('POST', '/api/auth/factors', {
  body: FactorRequest,
  response: EnrolledFactor,
})
export const challengeFactor = route('POST', '/api/auth/factors/:id/challenge', { response: FactorChallenge })
export const verifyFactor = route('POST', '/api/auth/factors/:id/verify', {
  body: FactorVerification,
  response: FactorSession,
})
export const verifyRecoveryCode = route('POST', '/api/auth/recovery-codes/verify', {
  body: RecoveryCodeVerification,
  response: FactorSession,
})
/** A factor of either kind. */
export const removeFactor = route('DELETE', '/api/auth/factors/:id')
export const countRecoveryCodes = route('GET', '/api/auth/recovery-codes', { response: RecoveryCodesLeft })
export const renewRecoveryCodes = route('POST', '/api/auth/recovery-codes', { response: RecoveryCodes })
