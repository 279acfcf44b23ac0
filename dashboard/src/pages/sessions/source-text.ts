/** `Search, Google`; a source that begins with its channel says both: `Unknown (accepted on a later page)`. */
export function sourceText(channel: string, source: string): string {
  return source.startsWith(channel) ? source : [channel, source].filter(Boolean).join(', ')
}
