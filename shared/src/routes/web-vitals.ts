import { WebVitals } from '../stats/web-vitals.ts'
import { route } from './route.ts'

export const readWebVitals = route('GET', '/api/stats/web-vitals', WebVitals)
