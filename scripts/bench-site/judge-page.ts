import { CATEGORIES, type PageFigures } from './measure-page.ts'

const KB = 1024

/** What a page may take. Bytes are as sent, so with brotli where a text is; the build weighs scripts and styles as gzip. */
const LIMITS = {
  lcp_ms: 1_500,
  tbt_ms: 50,
  cls: 0.01,
  third_party_requests: 0,
} as const

const BYTE_LIMITS = {
  scripts: 15 * KB,
  styles: 10 * KB,
  fonts: 68 * KB,
  picture: 60 * KB,
} as const

/** What a page exceeds, one a line; empty where it keeps to its budget. */
export function judgePage(page: string, figures: PageFigures): string[] {
  const over = (limits: Readonly<Record<string, number>>, found: Readonly<Record<string, unknown>>) =>
    Object.entries(limits)
      .filter(([name, limit]) => Number(found[name]) > limit)
      .map(([name, limit]) => `${page}: ${name} ${String(found[name])}, of at most ${limit}`)
  return [
    ...CATEGORIES.filter((category) => figures.scores[category] < 100).map(
      (category) => `${page}: ${category} ${figures.scores[category]} of 100`,
    ),
    ...over(LIMITS, { ...figures }),
    ...over(BYTE_LIMITS, { ...figures.bytes }),
  ]
}
