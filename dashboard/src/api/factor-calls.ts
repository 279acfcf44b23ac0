import {
  EnrolledFactor,
  FactorChallenge,
  FactorSession,
  RecoveryCodes,
  RecoveryCodesLeft,
} from '@half-measure/shared/auth/account.ts'
import type { Api } from './api.ts'

const path = '/api/auth/factors'

export const factorCalls = {
  enrol: (api: Api, friendlyName: string) =>
    api.send('POST', path, EnrolledFactor, friendlyName === '' ? {} : { friendly_name: friendlyName }),

  /** Shows a code of a factor, or a recovery code; the session that answers takes this one's place. */
  show: async (api: Api, { id, code }: { id: string; code: string }): Promise<FactorSession> => {
    const challenge = await api.send('POST', `${path}/${id}/challenge`, FactorChallenge)
    return api.send('POST', `${path}/${id}/verify`, FactorSession, { challenge_id: challenge.id, code })
  },

  remove: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),

  renewCodes: (api: Api) => api.send('POST', '/api/auth/recovery-codes', RecoveryCodes),
}

export const codesLeftQuestion = {
  about: 'recovery-codes',
  path: '/api/auth/recovery-codes',
  schema: RecoveryCodesLeft,
}
