import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { probeAddress, type ProbeOptions } from './probe-address.ts'

describe('probeAddress', () => {
  let requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://test.invalid')
    const status = Number(pathname.slice(1)) || 200
    if (pathname === '/silent') return
    if (pathname === '/no-head' && request.method === 'HEAD') return void response.writeHead(405).end()
    if (pathname === '/hangs-up' && request.method === 'HEAD') return void response.destroy()
    const to = searchParams.get('to')
    response.writeHead(to === null ? status : 302, {
      ...(to !== null && { location: to }),
      'set-cookie': 'reader=1',
    })
    response.end('a body that nobody reads')
  })
  let origin = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => void (requests = []))

  const probe = (path: string, options: Partial<ProbeOptions> = {}) =>
    probeAddress(new URL(path, origin).href, {
      userAgent: 'Checker/1.0',
      signal: new AbortController().signal,
      isAllowed: () => true,
      timeoutMs: 60_000,
      headTimeoutMs: 60_000,
      ...options,
    })
  const redirect = (...to: string[]) => to.reduceRight((end, path) => `${path}?to=${encodeURIComponent(end)}`)

  it('requests the headers alone, under its own name', async () => {
    expect(await probe('/page')).toMatchObject({
      status: 200,
      problem: null,
      url: `${origin}/page`,
      redirects: 0,
    })
    expect(requests.map(({ method, headers }) => [method, headers['user-agent']])).toEqual([
      ['HEAD', 'Checker/1.0'],
    ])
  })

  it.each(['/no-head', '/hangs-up'])(
    'gets the page where a server has no response to HEAD: %s',
    async (path) => {
      expect(await probe(path)).toMatchObject({ status: 200, problem: null })
      expect(requests.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
    },
  )

  it('reports what the last response says', async () => {
    expect(await probe('/404')).toMatchObject({ status: 404, problem: null })
    expect(await probe(redirect('/a', '/503'))).toMatchObject({ status: 503, redirects: 1 })
  })

  it('follows redirects, and sends no cookie on the way', async () => {
    expect(await probe(redirect('/a', '/b', '/c'))).toMatchObject({
      status: 200,
      url: `${origin}/c`,
      redirects: 2,
    })
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined])
  })

  it('gives up on redirects without an end', async () => {
    expect(await probe(redirect(...Array.from({ length: 20 }, (_, at) => `/${at}`)))).toMatchObject({
      problem: 'too_many_redirects',
      redirects: 8,
    })
  })

  it('gives up on a server that does not respond', async () => {
    expect(await probe('/silent', { timeoutMs: 200 })).toMatchObject({ status: null, problem: 'too_slow' })
  })

  it('says why there was no response', async () => {
    const { port } = new URL(origin)
    expect(await probe(`https://localhost:${port}/`)).toMatchObject({ status: null, problem: 'tls' })
    // A resolver that gets no response itself takes long.
    const unknown = await probe('http://nobody.invalid/')
    expect(unknown).toMatchObject({ status: null, problem: 'unknown_host' })
    expect(await probe(redirect('/a', 'ftp://files.test/'))).toMatchObject({ problem: 'not_http' })
    expect(await probe(redirect('/a', 'http://[/'))).toMatchObject({ problem: 'not_http' })
  })

  it('rejects where it is stopped', async () => {
    const stop = new AbortController()
    const probing = probe('/silent', { signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(probing).rejects.toThrow('stopped')
  })

  describe('connects to no address that is not of the internet', () => {
    it.each(['localhost', '127.0.0.1', '127.1', '0x7f.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])(
      '%s',
      async (host) => {
        const { port } = new URL(origin)
        const refused = await probeAddress(`http://${host}:${port}/`, {
          userAgent: 'Checker/1.0',
          signal: new AbortController().signal,
        })
        expect(refused).toMatchObject({ status: null, problem: 'address_not_allowed' })
        expect(requests).toEqual([])
      },
    )

    it('after redirects neither, whether it is a name or an address', async () => {
      const { port } = new URL(origin)
      // The first name may be connected to; the test's rule is by address, and both are this machine's.
      for (const next of [`http://127.0.0.2:${port}/`, `http://[::1]:${port}/`]) {
        const isAllowed = (address: string) => address === '127.0.0.1'
        expect(await probe(redirect('/a', next), { isAllowed })).toMatchObject({
          status: null,
          problem: 'address_not_allowed',
          url: next,
        })
      }
      expect(requests.every(({ url }) => url?.startsWith('/a'))).toBe(true)
    })

    it('but our own may be anywhere, until redirects leave it', async () => {
      const { port } = new URL(origin)
      const isAllowed = () => false
      expect(await probe(redirect('/a', '/b'), { own: origin, isAllowed })).toMatchObject({ status: 200 })
      const away = `http://127.0.0.1:${port}/b?to=${encodeURIComponent(`${origin}/c`)}`
      expect(await probe(redirect('/a', away), { own: origin, isAllowed })).toMatchObject({
        problem: 'address_not_allowed',
        url: away,
      })
    })
  })
})
