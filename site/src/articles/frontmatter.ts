import { parse } from 'yaml'
import { z } from 'zod'
import { ARTICLE_SLUGS } from './schedule.ts'
import { typographic } from './typographic.ts'

export const CATEGORIES = ['The Business', 'The Culture', 'The Science', 'The Guide', 'The Review'] as const
export type Category = (typeof CATEGORIES)[number]

/** Kinds of piece, so that invention is never taken for reporting. */
const KINDS = ['Reported', 'Essay', 'Explainer', 'Data story', 'Tasting', 'Guide', 'Fiction'] as const

/** Text for readers: quotes are typed straight and printed curly. */
function printed(max: number) {
  return z.string().min(1).max(max).transform(typographic)
}

/** Frontmatter of an article. Dates and neighbours come from the schedule. */
export const ArticleFrontmatter = z
  .strictObject({
    title: printed(90),
    /** One or two sentences under the title. */
    standfirst: printed(400),
    /** For cards, search results and feeds. */
    excerpt: printed(160),
    category: z.enum(CATEGORIES),
    author: z.string().min(1),
    kind: z.enum(KINDS),
    /** What is invented and what is sourced; shown after the kind, under the byline. */
    kindNote: printed(160),
    /** Whole minutes, at 200 words each. */
    readMinutes: z.int().positive(),
    heroAlt: printed(400),
    heroCaption: printed(200),
    /** The piece to read after this one, and why. */
    readNext: z.strictObject({ slug: z.enum(ARTICLE_SLUGS), why: printed(90) }),
    /** Day of the last correction, where there was one. */
    updated: z.iso.date().optional(),
    /** What was corrected, for the page of corrections. */
    correction: printed(400).optional(),
  })
  .refine(({ updated, correction }) => (updated === undefined) === (correction === undefined), {
    path: ['correction'],
    message: 'a correction needs both `updated`, its day, and `correction`, its words',
  })
export type ArticleFrontmatter = z.output<typeof ArticleFrontmatter>

/** Frontmatter of pages that are prose and nothing else. */
export const PageFrontmatter = z.strictObject({
  title: printed(90),
  standfirst: printed(400).optional(),
  description: printed(200).optional(),
  /** As printed, for instance `January 4, 2025`. */
  updated: z.string().min(1).optional(),
})
export type PageFrontmatter = z.output<typeof PageFrontmatter>

export class FrontmatterError extends Error {
  readonly code = 'invalid_frontmatter'
  override readonly name = 'FrontmatterError'
}

/**
 * Checks an article's frontmatter against its slug and the day of the build, `YYYY-MM-DD`.
 *
 * @throws {FrontmatterError}
 */
export function expectPlausible(
  file: string,
  slug: string,
  { updated, readNext }: Pick<ArticleFrontmatter, 'updated' | 'readNext'>,
  today: string,
): void {
  if (readNext.slug === slug) throw new FrontmatterError(`${file}: readNext names the article itself`)
  if (updated !== undefined && updated > today)
    throw new FrontmatterError(`${file}: updated is ${updated}, a day to come`)
}

/**
 * The checked block between the `---` lines at the head of `source`.
 * Throws FrontmatterError, which names the file and each field that is wrong.
 */
export function parseFrontmatter<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  source: string,
): z.output<Schema> {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1]
  if (block === undefined) throw new FrontmatterError(`${file}: no frontmatter between --- lines`)

  const result = schema.safeParse(parseYaml(file, block))
  if (result.success) return result.data
  const problems = result.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || '(all)'}: ${message}`,
  )
  throw new FrontmatterError(`${file}: frontmatter is wrong\n${problems.join('\n')}`)
}

function parseYaml(file: string, block: string): unknown {
  try {
    return parse(block)
  } catch (error) {
    throw new FrontmatterError(`${file}: frontmatter is not YAML: ${String(error)}`, { cause: error })
  }
}
