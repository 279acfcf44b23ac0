import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { untilLaidOut } from './laid-out.ts'

/** What axe finds wrong with the page as it stands: rule, page and element, one a line. */
export async function axeProblems(page: Page): Promise<string[]> {
  // It compares places that it looked up one after the other.
  await untilLaidOut(page)
  // In a sandboxed frame no script runs, not even axe's.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [new URL(page.url()).pathname, id, target.join(' '), failureSummary].join(': '),
    ),
  )
}
