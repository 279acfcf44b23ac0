import { DeadLetterList, DeadLetterRetry } from '@half-measure/shared/stats/dead-letters.ts'
import type { Api } from './api.ts'

const path = '/api/dead-letters'

export const deadLettersQuestion = { about: 'dead-letters', path, schema: DeadLetterList, everyMs: 60_000 }

export const retryDeadLetters = (api: Api) => api.send('POST', `${path}/retry`, DeadLetterRetry)
