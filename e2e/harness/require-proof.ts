import type { Page } from 'playwright-core'

/** Has the page re-authenticate before it changes second factors: as the server does ten minutes after the sign-in. */
export async function requireProof(page: Page): Promise<void> {
  let isProven = false
  page.on('response', (response) => {
    isProven ||= response.url().endsWith('/reauthenticate') && response.ok()
  })
  const message = 'Please confirm your password and your second factor first'
  const error = { code: 'reauthentication_needed', message, details: { second_factor: true } }
  await page.route('**/api/auth/factors', (route) =>
    isProven ? route.continue() : route.fulfill({ status: 403, json: { error } }),
  )
}
