/** What a text says as JSON; undefined if it is none, for a schema to refuse. */
export function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
