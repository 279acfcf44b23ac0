import { createServer, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'

export interface SpeculatingProxy {
  /** Every request for a page, as in `GET /about` or `GET /about (prefetch;prerender)`. */
  readonly pages: readonly string[]
  /** Events in the order in which they were sent, as the server's schema reads them. */
  readonly events: readonly Event[]
  close(): Promise<void>
}

const RULES_PATH = '/speculation-rules.json'

/**
 * Proxies the product and tells browsers, on the page `from`, to render the page `to` ahead of a click.
 *
 * @param port its own; `target` is the product's origin.
 */
export async function startSpeculatingProxy(
  port: number,
  target: () => string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SpeculatingProxy> {
  const pages: string[] = []
  const events: Event[] = []

  function note({ method, url = '', headers }: IncomingMessage, body: string): void {
    const purpose = headers['sec-purpose']
    if (url.startsWith('/api/events')) {
      const beacon = Beacon.parse(JSON.parse(body))
      events.push(...beacon.events.map((event) => Event.parse(event)))
    } else if (!url.startsWith('/api/') && !/\.\w+$/.test(url)) {
      pages.push(purpose ? `${method} ${url} (${String(purpose)})` : `${method} ${url}`)
    }
  }

  const server = createServer((incoming, outgoing) => {
    if (incoming.url === RULES_PATH) {
      const rules = { prerender: [{ source: 'list', urls: [to], eagerness: 'immediate' }] }
      outgoing.setHeader('content-type', 'application/speculationrules+json')
      outgoing.end(JSON.stringify(rules))
      return
    }
    const { method, url, headers } = incoming
    const onward = request(new URL(url ?? '/', target()), { method, headers }, (response) => {
      const extra = url === from ? { 'speculation-rules': `"${RULES_PATH}"` } : {}
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...extra })
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    void text(incoming).then((body) => {
      note(incoming, body)
      onward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    pages,
    events,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
