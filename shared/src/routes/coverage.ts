import { Coverage } from '../stats/coverage.ts'
import { route } from './route.ts'

export const readCoverage = route('GET', '/api/stats/coverage', Coverage)
