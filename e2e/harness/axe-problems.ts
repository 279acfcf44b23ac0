import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { untilLaidOut } from './laid-out.ts'

/** Evaluated rather than added as a script, which the policy of the pages forbids. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it stands: rule, page and element, one a line. */
export async function axeProblems(page: Page): Promise<string[]> {
  // It compares places that it looked up one after the other.
  await untilLaidOut(page)
  // Figures that are about to be replaced are faded, for as long as that takes.
  await page.locator('.outdated').first().waitFor({ state: 'detached' })
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(SOURCE)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const results = await axe.run({
      // All are sandboxed: no script runs there, not even this one.
      iframes: false,
      // What is all right need not be described: that takes longer than the search.
      resultTypes: ['violations'],
    })
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => [location.pathname, id, target.join(' '), failureSummary]),
    )
  })
  return violations.map((violation) => violation.join(': '))
}
