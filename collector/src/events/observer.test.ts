import { describe, expect, it } from 'vitest'
import { routeGroupOf } from './observer.ts'

describe('the group of an address', () => {
  it.each([
    ['/api/events?s=session_1_abcd', 'events'],
    ['/api/stats/realtime', 'live'],
    ['/api/stats/top-pages?limit=5', 'stats'],
    ['/api/auth/token', 'auth'],
    ['/api/health', 'health'],
    ['/api/ready', 'health'],
    ['/api/newsletter', 'forms'],
    ['/newsletter/confirm?token=secret', 'forms'],
    ['/api/assignments', 'api'],
    ['/articles/pine-beer', 'pages'],
    ['/api-of-our-own', 'pages'],
    ['', 'pages'],
  ])('%s is %s', (path, group) => expect(routeGroupOf(path)).toBe(group))
})
