import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../collector/test/faults/harness/free-ports.ts'
import { launchPrerenderingBrowser, type PrerenderingBrowser } from './harness/prerendering-browser.ts'
import { type SpeculatingProxy, startSpeculatingProxy } from './harness/speculating-proxy.ts'
import { useProduct } from './harness/use-product.ts'
import { accepted } from './harness/use-reader.ts'

const FROM = '/contact'
const TO = '/philosophy'

describe('a page that the browser renders ahead of a click', () => {
  let port = 0
  const product = useProduct(async () => {
    ;[port = 0] = await freePorts(1)
    // Readers see the proxy's address, and events are taken from that.
    return { env: { SITE_ORIGIN: `http://localhost:${port}` } }
  })
  let proxy: SpeculatingProxy
  let browser: PrerenderingBrowser

  beforeAll(async () => {
    proxy = await startSpeculatingProxy(port, () => product.site, { from: FROM, to: TO })
    browser = await launchPrerenderingBrowser(`http://localhost:${port}/about`)
  })

  afterAll(async () => {
    browser?.close()
    await proxy?.close()
  })

  const counted = () => proxy.events.flatMap((event) => (event.type === 'page_view' ? [event.page_path] : []))

  it('is counted when the reader opens it, and not before', async () => {
    await browser.evaluate('/about', `void Object.assign(localStorage, ${JSON.stringify(accepted())})`)
    await browser.evaluate('/about', `void (location.href = '${FROM}')`)
    await expect.poll(() => proxy.pages).toContain(`GET ${TO} (prefetch;prerender)`)
    await expect.poll(counted).toContain(FROM)
    // Time enough for a page that counts itself too early.
    await sleep(2_000)
    expect(counted()).not.toContain(TO)

    const came = Date.now()
    await browser.evaluate(FROM, `void (location.href = '${TO}')`)
    await expect.poll(counted).toContain(TO)
    expect(
      await browser.evaluate(TO, `performance.getEntriesByType('navigation')[0].activationStart`),
    ).toBeGreaterThan(2_000)
    await sleep(1_000)
    const views = proxy.events.filter((event) => event.type === 'page_view' && event.page_path === TO)
    expect(views).toHaveLength(1)
    expect(views[0]?.occurred_at).toBeGreaterThanOrEqual(came)
  })
})
