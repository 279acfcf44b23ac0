import type { Page } from 'playwright-core'

/** The name of what has the focus: its label or its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    return (label ?? element)?.textContent.trim() ?? ''
  })
}

/** Presses Tab until what has the focus begins with that name. @throws where thirty times do not suffice. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab')
    if ((await focused(page)).startsWith(name)) return
  }
  throw new Error(`thirty Tabs do not lead to ${name}`)
}
