import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeProblems } from './axe-problems.ts'

/** Both sizes and both colour schemes of the dashboard. */
export const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** By how many pixels the page is wider than its window: a chart follows its window a moment later. */
export async function excessOf(page: Page): Promise<number> {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth
  await page.waitForFunction(fits, null, { timeout: 10_000 }).catch(() => {})
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** What axe finds, and by how much the page is wider than its window: one line each. @param what stands in the line. */
export async function problemsWith(page: Page, what: string): Promise<string[]> {
  const problems = await axeProblems(page)
  const excess = await excessOf(page)
  return excess > 0 ? [...problems, `${what} is ${excess} px too wide`] : problems
}

/** Expects no such problem at any size, in any colour scheme. */
export async function expectGoodLooks(page: Page, what: string): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect(await problemsWith(page, `${what} at ${width} px, ${colorScheme}`)).toEqual([])
  }
}
