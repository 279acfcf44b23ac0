import { DeadLetterList, DeadLetterRetry } from '../stats/dead-letters.ts'
import { Delivery } from '../stats/delivery.ts'
import { route } from './route.ts'

export const readDelivery = route('GET', '/api/stats/delivery', Delivery)
export const listDeadLetters = route('GET', '/api/dead-letters', DeadLetterList)
export const retryDeadLetters = route('POST', '/api/dead-letters/retry', DeadLetterRetry)
