/** Sends a form's fields as JSON. Resolves after `atLeastMs`, so that "Sending…" can be read; throws on any failure. */
export async function postForm(url: string, fields: object, atLeastMs = 0): Promise<void> {
  const [response] = await Promise.all([
    postJson(url, fields),
    new Promise((resolve) => setTimeout(resolve, atLeastMs)),
  ])
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
