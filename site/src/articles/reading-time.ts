const WORDS_A_MINUTE = 200

/** How far a text may be from its stated length. */
const TOLERANCE = 0.15

/** Words that a reader reads: without frontmatter, tags, link targets, table rules and the marks of Markdown. */
export function countWords(source: string): number {
  const text = source
    .replace(/^---\r?\n[\s\S]*?\r?\n---/, '')
    .replaceAll(/<InfoBox title="([^"]*)">/g, ' $1 ')
    .replaceAll(/<\/?[A-Z][^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/\[\^[^\]]+\]:?/g, ' ')
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** What is wrong with a stated reading time in minutes, or undefined if nothing is. */
export function readingTimeProblem(source: string, readMinutes: number): string | undefined {
  const words = countWords(source)
  const stated = readMinutes * WORDS_A_MINUTE
  if (Math.abs(words - stated) <= stated * TOLERANCE) return undefined
  return `${words} words are ${(words / WORDS_A_MINUTE).toFixed(1)} minutes, not ${readMinutes}`
}
