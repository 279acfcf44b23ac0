/** The server refused the form; the message says what to correct. */
export class FormRefused extends Error {}

/** What to tell the reader when a form could not be sent. */
export function failureText(error: unknown): string {
  return error instanceof FormRefused ? error.message : 'That did not reach us. Please try again.'
}

/**
 * Sends a form's fields as JSON. Resolves after `atLeastMs`, so that "Sending…" can be read.
 *
 * @throws {FormRefused} for 400 and 429. Another error if the form did not arrive.
 */
export async function postForm(
  url: string,
  fields: object,
  { atLeastMs = 0, ...init }: RequestInit & { atLeastMs?: number } = {},
): Promise<void> {
  const [response] = await Promise.all([
    postJson(url, fields, init),
    new Promise((resolve) => setTimeout(resolve, atLeastMs)),
  ])
  if (response.status === 400 || response.status === 429) {
    const { error } = (await response.json()) as { error: { message: string } }
    throw new FormRefused(error.message)
  }
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
}

export function postJson(url: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
