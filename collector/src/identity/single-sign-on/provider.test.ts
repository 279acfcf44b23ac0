import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openProvider } from '../../../test/openid-provider.ts'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { CALLBACK, openSingleSignOn } from '../../../test/postgres/single-sign-on-browser.ts'
import { owner } from '../../../test/postgres/test-identity.ts'
import { useSingleSignOn, verified } from '../../../test/postgres/use-single-sign-on.ts'
import { signIn } from '../sign-in.ts'
import { createProvider } from './provider.ts'

describePostgres('the OpenID provider', (db) => {
  const sso = useSingleSignOn(db)

  describe('is believed for', () => {
    it('an address in the ID token as well as one in the profile', async () => {
      sso.provider.people.set('o', {})
      sso.provider.forge({ claims: verified(owner.email) })
      expect((await sso.signInAs('o')).failure).toBeNull()
    })

    it('a domain that Microsoft says its tenant owns, where it says nothing of the address', async () => {
      sso.provider.people.set('o', {})
      sso.provider.forge({ claims: { email: owner.email, xms_edov: true } })
      expect((await sso.signInAs('o')).failure).toBeNull()
      sso.provider.forge({ claims: { email: owner.email, xms_edov: true, email_verified: false } })
      expect((await sso.signInAs('o')).failure).toBe('unverified_address')
    })
  })

  describe('is not believed for', () => {
    it.each([
      ['nonce', { claims: { nonce: 'another' } }],
      ['issuer', { claims: { iss: 'https://elsewhere.test' } }],
      ['audience', { claims: { aud: 'another client' } }],
      ['time', { claims: { exp: 1 } }],
      ['signature', { key: 'foreign' as const }],
    ])('an ID token with a forged %s', async (_, forgery) => {
      sso.provider.forge(forgery)
      expect((await sso.signInAs('o')).failure).toBe('failed')
      expect(await sso.refusals()).toMatchObject([{ reason: 'failed' }])
      expect(await sso.linksOf(owner.email)).toEqual([])
    })
  })

  describe('without a response from the provider', () => {
    const startWith = async (issuer: string) => {
      const unavailable = await openSingleSignOn(db(), sso.settings({ issuer }), sso.now)
      const location = await unavailable.openBrowser().start({ next: '/admin/team' })
      return { unavailable, failure: new URL(location).searchParams.get('failure'), location }
    }

    it('the sign-in page says so, and a password still signs in', async () => {
      const gone = await openProvider(CALLBACK)
      await gone.close()
      const { unavailable, failure, location } = await startWith(gone.issuer)
      expect(failure).toBe('unavailable')
      expect(new URL(location).searchParams.get('next')).toBe('/admin/team')
      expect((await signIn(unavailable.identity, owner, '203.0.113.7')).session.user.email).toBe(owner.email)
    })

    it.each([
      ['an error', 500, '{}'],
      ['a page', 200, '<!doctype html>'],
      ['metadata of another issuer', 200, JSON.stringify({ issuer: 'https://elsewhere.test' })],
    ])('nor with %s', async (_, status, body) => {
      const server = createServer((_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      ).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { failure } = await startWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      expect(failure).toBe('unavailable')
      server.close()
      server.closeAllConnections()
    })

    it('the way back fails as well, and the next attempt works', async () => {
      const other = await openProvider(CALLBACK)
      const here = await openSingleSignOn(db(), sso.settings({ issuer: other.issuer }), sso.now)
      other.people.set('o', verified(owner.email))
      const browser = here.openBrowser()
      const { callback } = await browser.visit('o')
      await other.close()
      expect((await browser.finish(callback)).failure).toBe('unavailable')
      expect(await sso.refusals()).toEqual([])
    })

    it('the client’s secret goes into a header where the provider takes it there alone', async () => {
      const other = await openProvider(CALLBACK, { authentication: 'client_secret_basic' })
      const here = await openSingleSignOn(db(), sso.settings({ issuer: other.issuer }), sso.now)
      other.people.set('o', verified(owner.email))
      expect((await here.openBrowser().signIn('o')).failure).toBeNull()
      await other.close()
    })

    it('nobody waits longer than the deadline', async () => {
      const slow = await openProvider(CALLBACK)
      slow.hold()
      const { issuer } = slow
      const held = createProvider(sso.settings({ issuer, deadlineMs: 50 }), CALLBACK)
      const flow = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), startedAt: 0 }
      await expect(held.authorizationUrl(flow)).rejects.toMatchObject({ code: 'unavailable' })
      await slow.close()
    })
  })
})
