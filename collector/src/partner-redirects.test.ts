import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { redirectRoutes } from './app.ts'

describe('/go/<slug>', () => {
  const app = new Hono().route('/go', redirectRoutes({ 'nightjar-lager': '/partners/nightjar-lager' }))

  it('redirects, and is neither indexed nor cached', async () => {
    const response = await app.request('/go/nightjar-lager')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/partners/nightjar-lager')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['nobody', 'constructor', '__proto__'])('does not know %s', async (slug) => {
    expect((await app.request(`/go/${slug}`)).status).toBe(404)
  })
})
