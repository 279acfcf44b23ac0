/** Sends a form's fields as JSON. Resolves after `atLeastMs`, so that "Sending…" can be read; throws on any failure. */
export async function postForm(url: string, fields: object, atLeastMs = 0): Promise<void> {
  const [response] = await Promise.all([
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    }),
    new Promise((resolve) => setTimeout(resolve, atLeastMs)),
  ])
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
}
