import { LinkHealth } from '../stats/link-health.ts'
import { route } from './route.ts'

export const readLinkHealth = route('GET', '/api/stats/links', LinkHealth)
