import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { removeData, type Stack, type StackOptions, startStack } from './stack.ts'

export interface Product {
  readonly stack: Stack
  /** The magazine's origin. */
  readonly site: string
  readonly browser: Browser
}

/**
 * Starts the whole product and a browser before the tests of a `describe`, and ends both after them. What it returns
 * can be read from then on.
 *
 * @param prepare makes the stack's options, from what has to be running before it.
 */
export function useProduct(prepare?: () => Promise<StackOptions>): Product {
  let stack: Stack | undefined
  let browser: Browser | undefined

  beforeAll(async () => {
    const options = await prepare?.()
    await Promise.all([
      startStack(options).then((started) => (stack = started)),
      launchBrowser().then((launched) => (browser = launched)),
    ])
  })

  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
    if (stack) await removeData(stack)
  })

  return {
    get stack() {
      return running(stack)
    },
    get site() {
      return running(stack).site
    },
    get browser() {
      return running(browser)
    },
  }
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the product runs from the first test on, not before')
  return part
}
