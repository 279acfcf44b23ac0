import { describe, expect, it } from 'vitest'
import {
  ArticleFrontmatter,
  expectPlausible,
  FrontmatterError,
  PageFrontmatter,
  parseFrontmatter,
} from './frontmatter.ts'

const good = {
  title: 'On Foam',
  standfirst: 'It is mostly nothing.',
  excerpt: 'What stands on a beer.',
  category: 'The Science',
  author: 'Tomasz Bell',
  kind: 'Explainer',
  kindNote: 'From published work.',
  readMinutes: '6',
  heroAlt: 'A glass',
  heroCaption: 'A glass, later.',
  readNext: '{ slug: pine-beer, why: It has trees in it. }',
}

function source(changes: Record<string, string | undefined> = {}): string {
  const lines = Object.entries({ ...good, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\nProse.\n`
}

const parse = (text: string) => parseFrontmatter(ArticleFrontmatter, 'content/articles/foam.mdx', text)

describe('parseFrontmatter', () => {
  it('returns typed fields', () => {
    expect(parse(source())).toMatchObject({ title: 'On Foam', category: 'The Science', readMinutes: 6 })
  })

  it.each([
    ['a missing alternative text', { heroAlt: undefined }, 'heroAlt'],
    ['an unknown category', { category: 'The Gossip' }, 'category'],
    ['a missing kind', { kind: undefined }, 'kind'],
    ['a kind that nobody prints', { kind: 'Advertorial' }, 'kind'],
    ['a kind that does not say what is invented', { kindNote: undefined }, 'kindNote'],
    ['a reading time that is no number', { readMinutes: 'six' }, 'readMinutes'],
    ['a field nobody knows', { heroALt: 'A glass' }, 'heroALt'],
    ['an impossible day', { updated: '2026-02-31', correction: 'It was ale.' }, 'updated'],
    ['the day of a correction without its words', { updated: '2026-02-21' }, 'correction'],
    ['a correction without its day', { correction: 'It was ale.' }, 'updated'],
  ])('names file and field for %s', (_, changes, field) => {
    expect(() => parse(source(changes))).toThrow(FrontmatterError)
    expect(() => parse(source(changes))).toThrow('content/articles/foam.mdx')
    expect(() => parse(source(changes))).toThrow(field)
  })

  it('names the file when there is no block, or the block is no YAML', () => {
    expect(() => parse('Prose.')).toThrow('content/articles/foam.mdx: no frontmatter')
    expect(() => parse('---\ntitle: "On\n---\n')).toThrow(
      'content/articles/foam.mdx: frontmatter is not YAML',
    )
  })

  it('names a field of a page that nobody knows', () => {
    const page = '---\ntitle: About\ndescripton: Who we are.\n---\n'
    expect(() => parseFrontmatter(PageFrontmatter, 'content/about.mdx', page)).toThrow('descripton')
  })
})

describe('expectPlausible', () => {
  const readNext = { slug: 'pine-beer', why: 'It has trees in it.' } as const

  it.each([
    ['an article that leads to itself', { readNext }, 'pine-beer', 'names the article itself'],
    ['a correction of tomorrow', { readNext, updated: '2026-11-29' }, 'foam', 'updated is 2026-11-29'],
  ])('refuses %s', (_, frontmatter, slug, message) => {
    expect(() => expectPlausible('foam.mdx', slug, frontmatter, '2026-11-28')).toThrow(message)
  })

  it('accepts a correction of today', () => {
    expectPlausible('foam.mdx', 'foam', { readNext, updated: '2026-11-28' }, '2026-11-28')
  })
})
