import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ArticleFrontmatter, parseFrontmatter } from './frontmatter.ts'
import { ARTICLE_SLUGS } from './schedule.ts'

const WORDS_A_MINUTE = 200

/** How far a text may be from its stated length. */
const TOLERANCE = 0.15

describe('the articles', () => {
  const folder = new URL('../../content/articles/', import.meta.url)

  it('are the ones in the schedule', () => {
    const files = readdirSync(folder).map((file) => file.replace(/\.mdx$/, ''))
    expect(files.toSorted()).toEqual([...ARTICLE_SLUGS].toSorted())
  })

  it.each(ARTICLE_SLUGS)('%s is as long as it says', (slug) => {
    const source = readFileSync(new URL(`${slug}.mdx`, folder), 'utf8')
    const { readMinutes } = parseFrontmatter(ArticleFrontmatter, `${slug}.mdx`, source)
    const stated = readMinutes * WORDS_A_MINUTE
    expect(Math.abs(countWords(source) - stated)).toBeLessThanOrEqual(stated * TOLERANCE)
  })
})

describe('countWords', () => {
  it('counts what is read, and neither frontmatter nor marks', () => {
    const source = `---\ntitle: Not counted at all\n---\n\n## Two words\n\nSee [this piece](/articles/foam), *twice*.[^1]\n\n<InfoBox title="A box">\n\nInside it.\n\n</InfoBox>\n\n| A | B |\n|---|---|\n\n[^1]: A note.\n`
    expect(countWords(source)).toBe(2 + 4 + 2 + 2 + 2 + 2)
  })
})

/** Words that a reader reads: without frontmatter, tags, link targets, table rules and the marks of Markdown. */
function countWords(source: string): number {
  const text = source
    .replace(/^---\r?\n[\s\S]*?\r?\n---/, '')
    .replaceAll(/<InfoBox title="([^"]*)">/g, ' $1 ')
    .replaceAll(/<\/?[A-Za-z][^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/\[\^[^\]]+\]:?/g, ' ')
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
