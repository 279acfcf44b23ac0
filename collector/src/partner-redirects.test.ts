import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { redirectRoutes } from './partner-redirects.ts'

describe('/go/<slug>', () => {
  const app = new Hono().route('/go', redirectRoutes({ 'nightjar-lager': '/partners/nightjar-lager' }))

  it('leads on, unseen by search engines and unkept by caches', async () => {
    const answer = await app.request('/go/nightjar-lager')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/partners/nightjar-lager')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['nobody', 'constructor', '__proto__'])('does not know %s', async (slug) => {
    expect((await app.request(`/go/${slug}`)).status).toBe(404)
  })
})
