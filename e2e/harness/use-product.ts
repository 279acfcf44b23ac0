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

/** Of this process, for file after file; both end with it. */
let sharedBrowser: Promise<Browser> | undefined
let sharedStack: Promise<Stack> | undefined

/**
 * Starts the whole product before the tests of a `describe`, with nothing in it, and ends it after them. What it
 * returns can be read from then on.
 *
 * @param prepare makes the stack's options, from what has to be running before it.
 */
export function useProduct(prepare?: () => Promise<StackOptions>): Product {
  return use(
    async () => startStack(await prepare?.()),
    async (stack) => {
      await stack.stop()
      await removeData(stack)
    },
  )
}

/**
 * The product that the tests of many files share: for what reads the magazine, is signed in and changes nothing, or
 * looks for what is only its own among the figures.
 */
export function useSharedProduct(): Product {
  return use(
    () => (sharedStack ??= startStack()),
    () => Promise.resolve(),
  )
}

function use(start: () => Promise<Stack>, end: (stack: Stack) => Promise<void>): Product {
  let stack: Stack | undefined
  let browser: Browser | undefined

  beforeAll(async () => {
    await Promise.all([
      start().then((started) => (stack = started)),
      (sharedBrowser ??= launchBrowser()).then((launched) => (browser = launched)),
    ])
  })

  afterAll(async () => {
    for (const reader of browser?.contexts() ?? []) await reader.close()
    if (stack) await end(stack)
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
