import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ArticleFrontmatter, parseFrontmatter } from './frontmatter.ts'
import { countWords, readingTimeProblem } from './reading-time.ts'
import { ARTICLE_SLUGS } from './schedule.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

describe('countWords', () => {
  it('counts what is read, and neither frontmatter nor marks', () => {
    const source = `---\ntitle: Not counted at all\n---\n\n## Two words\n\nSee [this piece](/articles/foam), *twice*.[^1]\n\n<InfoBox title="A box">\n\nInside it.\n\n</InfoBox>\n\n| A | B |\n|---|---|\n\n[^1]: A note.\n`
    expect(countWords(source)).toBe(2 + 4 + 2 + 2 + 2 + 2)
  })
})

describe('readingTimeProblem', () => {
  it.each([
    [1_200, 6],
    [1_020, 6],
    [1_380, 6],
  ])('accepts %i words for %i minutes', (count, minutes) => {
    expect(readingTimeProblem(words(count), minutes)).toBeUndefined()
  })

  it.each([
    [1_019, 6],
    [1_381, 6],
  ])('refuses %i words for %i minutes, and says both', (count, minutes) => {
    expect(readingTimeProblem(words(count), minutes)).toContain(`${count} words`)
  })
})

describe('the articles', () => {
  const folder = new URL('../../content/articles/', import.meta.url)

  it('are the ones in the schedule', () => {
    const files = readdirSync(folder).map((file) => file.replace(/\.mdx$/, ''))
    expect(files.toSorted()).toEqual([...ARTICLE_SLUGS].toSorted())
  })

  it.each(ARTICLE_SLUGS)('%s is as long as it says', (slug) => {
    const source = readFileSync(new URL(`${slug}.mdx`, folder), 'utf8')
    const { readMinutes } = parseFrontmatter(ArticleFrontmatter, `${slug}.mdx`, source)
    expect(readingTimeProblem(source, readMinutes)).toBeUndefined()
  })
})
