import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

async function headersOf(https: boolean, partners: string[] = []): Promise<Headers> {
  const app = new Hono().use(securityHeaders({ https, partners })).get('/', (c) => c.text(''))
  return (await app.request('/')).headers
}

/** The directives of the content policy, by name. */
function policyOf(headers: Headers): Map<string, string> {
  const text = headers.get('Content-Security-Policy') ?? ''
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

describe('securityHeaders', () => {
  it('allow nothing inline, nothing from elsewhere and no frame', async () => {
    const headers = await headersOf(true)
    const policy = policyOf(headers)
    expect(policy.get('default-src')).toBe("'self'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('object-src')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('X-Powered-By')).toBeNull()
  })

  it('let the pixel be fetched, report by a picture and report by a request, and do nothing else', async () => {
    const policy = policyOf(await headersOf(true, ['https://pixel.test', 'https://reports.test']))
    expect(policy.get('script-src')).toBe("'self' https://pixel.test https://reports.test")
    expect(policy.get('img-src')).toBe("'self' data: https://pixel.test https://reports.test")
    expect(policy.get('connect-src')).toBe("'self' https://pixel.test https://reports.test")
    const others = [...policy].filter(([name]) => !['script-src', 'img-src', 'connect-src'].includes(name))
    expect(JSON.stringify(others)).not.toContain('.test')
  })

  it('hold browsers to https for at least a year, over https only', async () => {
    const seconds = /^max-age=(\d+)$/.exec(
      (await headersOf(true)).get('Strict-Transport-Security') ?? '',
    )?.[1]
    expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 86_400)
    expect((await headersOf(false)).get('Strict-Transport-Security')).toBeNull()
  })
})
