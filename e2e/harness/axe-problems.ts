import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { untilLaidOut } from './laid-out.ts'

/** What axe finds wrong with the page as it stands: rule, page and element, one a line. */
export async function axeProblems(page: Page): Promise<string[]> {
  // It compares places that it looked up one after the other.
  await untilLaidOut(page)
  // Figures that are about to be replaced are faded, for as long as that takes.
  await page.locator('.outdated').first().waitFor({ state: 'detached' })
  const { violations } = await new AxeBuilder({ page })
    // In a sandboxed frame no script runs, not even axe's.
    .exclude('iframe[sandbox]')
    // Only frames of other origins need the other mode, which opens a second page for each result.
    .setLegacyMode()
    // What is all right need not be described: that takes longer than the search.
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [new URL(page.url()).pathname, id, target.join(' '), failureSummary].join(': '),
    ),
  )
}
