import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { ensureBrowser, findFullBrowser } from '../../scripts/browser.ts'

/** A reader's browser. The headless one says that it is a robot, and robots are left out of the figures. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** Chromium's switches for a run that nobody watches. */
export const BROWSER_SWITCHES: readonly string[] = [
  // Chromium's sandbox refuses to run as root, which is what build machines are.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As other browsers place letters; the one without windows would hint them.
  '--font-render-hinting=none',
]

/** Pages of tests are left before optimised code pays back what compiling it takes: up to a fifth of a test's processor time. */
const NO_OPTIMISING = '--js-flags=--no-opt --no-maglev'

/** @param switches beside those that every run has. */
export async function launchBrowser(...switches: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [...BROWSER_SWITCHES, NO_OPTIMISING, ...switches],
  })
}

/** A browser that keeps pages for the way back, as readers' browsers do; Playwright's own switch forbids it. */
export async function launchWithBackForwardCache(): Promise<Browser> {
  return chromium.launch({
    executablePath: findFullBrowser(),
    args: [...BROWSER_SWITCHES],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** For what a person waits for on a machine that is shared and noisy, in ms. */
const TIMEOUT_MS = 60_000

/** A clean profile. */
export async function newReader(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const reader = await browser.newContext({
    userAgent: USER_AGENT,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...options,
  })
  reader.setDefaultTimeout(TIMEOUT_MS)
  return reader
}
