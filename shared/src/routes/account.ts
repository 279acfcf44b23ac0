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

export const requestRecovery = route('POST', '/api/auth/recover', undefined, RecoveryRequest)
export const redeemLink = route('POST', '/api/auth/verify', Session, LinkToken)
export const confirmEmail = route('POST', '/api/auth/email-change', undefined, EmailChangeLink)

export const readUser = route('GET', '/api/auth/user', AuthUser)
export const changeUser = route('PATCH', '/api/auth/user', AuthUser, UserChange)
/** The query names the `issuer`. */
export const unlinkIdentity = route('DELETE', '/api/auth/identities', AuthUser)
export const listOwnSessions = route('GET', '/api/auth/sessions', OwnSessions)
export const endOwnSession = route('DELETE', '/api/auth/sessions/:id')

export const reauthenticate = route('POST', '/api/auth/reauthenticate', undefined, Reauthentication)

export const enrolFactor = route('POST', '/api/auth/factors', EnrolledFactor, FactorRequest)
export const challengeFactor = route('POST', '/api/auth/factors/:id/challenge', FactorChallenge)
export const verifyFactor = route('POST', '/api/auth/factors/:id/verify', FactorSession, FactorVerification)
export const verifyRecoveryCode = route(
  'POST',
  '/api/auth/recovery-codes/verify',
  FactorSession,
  RecoveryCodeVerification,
)
/** A factor of either kind. */
export const removeFactor = route('DELETE', '/api/auth/factors/:id')
export const countRecoveryCodes = route('GET', '/api/auth/recovery-codes', RecoveryCodesLeft)
export const renewRecoveryCodes = route('POST', '/api/auth/recovery-codes', RecoveryCodes)
