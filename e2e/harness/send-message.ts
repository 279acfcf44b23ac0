import { expect } from 'vitest'
import { USER_AGENT } from './browser.ts'

/** Sends JSON to the site, as a reader's browser would. */
export async function send(site: string, path: string, body: unknown, userAgent = USER_AGENT): Promise<void> {
  const response = await fetch(site + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(body),
  })
  expect(response.ok, await response.text()).toBe(true)
}

/** Sends a contact message. @param fields beside or instead of the usual ones. */
export function sendMessage(site: string, subject: string, fields: object = {}): Promise<void> {
  const [name, email, message] = ['Ada', 'ada@example.org', 'I looked for it twice.']
  return send(site, '/api/contact', { name, email, subject, message, elapsed_ms: 20_000, ...fields })
}
