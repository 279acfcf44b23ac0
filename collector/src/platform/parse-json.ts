/** Parses JSON; undefined if it is invalid, for a schema to refuse. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
