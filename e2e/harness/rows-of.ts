import type { Locator } from 'playwright-core'

/** The cells of a table's body, row by row. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  await table.waitFor()
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => (cell as HTMLElement).innerText.trim()),
      ),
    )
}
