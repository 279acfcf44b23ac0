import { describe, expect, it } from 'vitest'
import { embeddedOrigins, productionOrigins } from '../testing/origins.ts'
import { isDashboardOrigin } from './dashboard-origin.ts'

const listen = { host: '127.0.0.1', port: 8080, dashboardPort: 8081 }

describe('isDashboardOrigin', () => {
  it.each([
    ['https://admin.halfmeasure.test', true],
    ['https://halfmeasure.test', false],
    ['http://admin.halfmeasure.test', false],
    ['https://admin.halfmeasure.test:8443', false],
    ['https://admin.halfmeasure.test.evil.test', false],
    ['http://localhost:8081', false],
    ['null', false],
  ])('in production, %s: %s', (origin, expected) => {
    expect(isDashboardOrigin(origin, { listen, origins: productionOrigins })).toBe(expected)
  })

  it.each([
    ['http://localhost:8081', true],
    ['http://127.0.0.1:8081', true],
    ['http://[::1]:8081', true],
    ['http://admin.localhost:8080', true],
    ['http://localhost:8080', false],
    ['http://localhost:3000', false],
    ['https://localhost:8081', false],
    ['http://evil.test:8081', false],
    ['null', false],
  ])('in the embedded default, %s: %s', (origin, expected) => {
    expect(isDashboardOrigin(origin, { listen, origins: embeddedOrigins })).toBe(expected)
  })
})
