import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The Explore page, as a test looks at it. */
export class ExplorePage {
  readonly #page: Page
  readonly #dashboard: string

  /** @param dashboard origin. */
  constructor(page: Page, dashboard: string) {
    this.#page = page
    this.#dashboard = dashboard
  }

  /** Opens a view and waits for its figures. */
  async show(query: string): Promise<void> {
    await this.#page.goto(`${this.#dashboard}/admin/explore?${query}`)
    await this.#page.locator('.metric').first().waitFor()
    // It comes by itself, and on a phone it moves what is below it.
    await this.#page.getByRole('link', { name: /Reading now/ }).waitFor()
    await expect.poll(() => this.#page.locator('.skeleton, .metric .figure:empty').count()).toBe(0)
  }

  card(label: string): Locator {
    return this.#page
      .getByRole('listitem')
      .filter({ has: this.#page.locator('.metric-label', { hasText: new RegExp(`^${label}$`) }) })
  }

  figure(label: string): Promise<string> {
    return this.card(label).locator('.figure').innerText()
  }

  /** Every figure, by its label. */
  async cards(): Promise<Record<string, string>> {
    const labels = await this.#page.locator('.metric .metric-label').allInnerTexts()
    const figures = await this.#page.locator('.metric .figure').allInnerTexts()
    return Object.fromEntries(labels.map((label, index) => [label, figures[index] ?? '']))
  }
}
