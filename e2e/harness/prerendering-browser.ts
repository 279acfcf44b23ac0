import { launch } from 'chrome-launcher'
import { z } from 'zod'
import { ensureBrowser } from '../../scripts/browser.ts'
import { BROWSER_SWITCHES, USER_AGENT } from './browser.ts'

/** A browser that may render pages ahead of a click, which Playwright forbids the ones that it drives. */
export interface PrerenderingBrowser {
  /** What `expression` is worth on the page whose address ends with `path`, once that page is loaded. */
  evaluate(path: string, expression: string): Promise<unknown>
  close(): void
}

const Targets = z.array(
  z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string().optional() }),
)
/** Neither result nor value while the page has not loaded. */
const EvaluateResponse = z.object({
  result: z
    .object({
      result: z.object({ value: z.tuple([z.unknown()]).optional() }),
      exceptionDetails: z.unknown().optional(),
    })
    .optional(),
})

/** Milliseconds that a page may take to appear. */
const TIMEOUT_MS = 60_000

/** Opens a browser at an address, without the switches by which Playwright keeps pages from being rendered ahead. */
export async function launchPrerenderingBrowser(address: string): Promise<PrerenderingBrowser> {
  const browser = await launch({
    chromePath: await ensureBrowser(),
    // Its own switches forbid too much.
    ignoreDefaultFlags: true,
    chromeFlags: ['--headless=new', '--no-first-run', `--user-agent=${USER_AGENT}`, ...BROWSER_SWITCHES],
    startingUrl: address,
  })

  /** The address of the page's debugger, if there is such a page. */
  async function findPage(path: string): Promise<string | undefined> {
    const response = await fetch(`http://127.0.0.1:${browser.port}/json`)
    const pages = Targets.parse(await response.json()).filter(({ type }) => type === 'page')
    return pages.find(({ url }) => url.endsWith(path))?.webSocketDebuggerUrl
  }

  return {
    async evaluate(path, expression) {
      for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
        const page = await findPage(path)
        const value = page && (await evaluateOn(page, path, expression))
        if (value) return value[0]
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`no page that ends with ${path}`)
    },
    close: () => browser.kill(),
  }
}

/** Nothing stays connected afterwards: a page that is watched renders nothing ahead. */
async function evaluateOn(page: string, path: string, expression: string): Promise<[unknown] | undefined> {
  const socket = new WebSocket(page)
  try {
    if (!(await heard(socket, 'open'))) return undefined
    const message = heard(socket, 'message')
    // What the address says is true a moment before the page is there.
    const isThere = `location.href.endsWith(${JSON.stringify(path)}) && document.readyState === 'complete'`
    const params = { expression: `${isThere} ? [${expression}] : undefined`, returnByValue: true }
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    const response = await message
    if (!response) return undefined
    const { result } = EvaluateResponse.parse(JSON.parse(z.string().parse(response.data)))
    if (result?.exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(result.exceptionDetails)}`)
    return result?.result.value
  } finally {
    socket.close()
  }
}

/** Undefined if the page is gone meanwhile, or does not respond. */
function heard<Name extends 'open' | 'message'>(
  socket: WebSocket,
  name: Name,
): Promise<WebSocketEventMap[Name] | undefined> {
  return new Promise((resolve) => {
    socket.addEventListener(name, resolve, { once: true })
    for (const end of ['error', 'close'])
      socket.addEventListener(end, () => resolve(undefined), { once: true })
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () => resolve(undefined))
  })
}
