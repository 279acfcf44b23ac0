import {
  CONSENT_AT_KEY,
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
} from '@half-measure/shared/domain/consent.ts'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterEach } from 'vitest'
import { newReader } from './browser.ts'
import { type NetworkLog, newNetworkLog } from './network-log.ts'

/** What a browser keeps of an earlier visit, by name. */
interface Kept {
  readonly local?: Readonly<Record<string, string>>
  readonly session?: Readonly<Record<string, string>>
}

export const POPUP_SEEN = { 'newsletter-popup-seen': 'true' }

/** Kept of somebody who accepted a minute ago and has seen the popup. */
export function accepted(): Record<string, string> {
  return {
    ...POPUP_SEEN,
    [CONSENT_KEY]: 'true',
    [CONSENT_VERSION_KEY]: CONSENT_VERSION,
    [CONSENT_AT_KEY]: new Date(Date.now() - 60_000).toISOString(),
  }
}

/** The reader of the running test, and the requests of all tabs of their browser. */
export interface TestReader {
  readonly context: BrowserContext
  readonly log: NetworkLog
  /** A new reader, with what is kept from before. */
  enter(browser: Browser, kept?: Kept, options?: BrowserContextOptions): Promise<BrowserContext>
}

/** One reader a test; the profile is closed after it. */
export function useReader(): TestReader {
  const { log, follow } = newNetworkLog()
  let context: BrowserContext | undefined

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  return {
    log,
    get context() {
      if (!context) throw new Error('nobody has entered yet')
      return context
    },
    async enter(browser, kept = {}, options = {}) {
      context = await newReader(browser, options)
      follow(context)
      await context.addInitScript(({ local = {}, session = {} }: Kept) => {
        // Once: what a page changes of it stays changed on the next page.
        const isThere = Object.keys(local).some((key) => localStorage.getItem(key) !== null)
        if (isThere) return
        for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
        for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
      }, kept)
      return context
    },
  }
}
