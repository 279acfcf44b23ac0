import { readdirSync, readFileSync } from 'node:fs'
import { publication } from '@half-measure/shared/publication.ts'
import { describe, expect, it } from 'vitest'
import { LONG_ENOUGH } from '../../scripts/build/rehype-article.ts'
import { ArticleFrontmatter, parseFrontmatter } from './frontmatter.ts'
import { ARTICLE_SLUGS } from './schedule.ts'

const content = new URL('../../content/', import.meta.url)

function read(file: string): string {
  return readFileSync(new URL(file, content), 'utf8')
}

interface Piece {
  readonly slug: string
  readonly author: string
  readonly kind: string
  /** Without frontmatter, as typed. */
  readonly body: string
  /** What is read: links by their text, no tags, no emphasis, spaces single. */
  readonly text: string
}

const pieces: readonly Piece[] = ARTICLE_SLUGS.map((slug) => {
  const source = read(`articles/${slug}.mdx`)
  const { author, kind } = parseFrontmatter(ArticleFrontmatter, `${slug}.mdx`, source)
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, '')
  return { slug, author, kind, body, text: readable(body) }
})

/** Everything that readers are given to read, by file. */
const everything: readonly (readonly [file: string, text: string])[] = readdirSync(content, {
  recursive: true,
})
  .map(String)
  .filter((file) => /\.(?:mdx|ts)$/.test(file))
  .map((file) => [file, read(file)])

function readable(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_>]/g, '')
    .replaceAll(/\s+/g, ' ')
}

function writtenBy(author: string): readonly Piece[] {
  return pieces.filter((piece) => piece.author === author)
}

/** Words that somebody else said. */
function withoutQuotations(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '""')
}

describe('a pull quote', () => {
  const quotes = pieces.flatMap(({ slug, body }) =>
    [...body.matchAll(/<PullQuote>([\s\S]*?)<\/PullQuote>/g)].map(
      ([tag, quote = '']) => [slug, readable(quote).trim(), readable(body.replace(tag, ''))] as const,
    ),
  )

  it.each(quotes)('of %s stands in the text, word for word: %s', (_, quote, rest) => {
    expect(rest.includes(quote)).toBe(true)
  })

  it('comes once in each article', () => {
    expect(quotes.map(([slug]) => slug)).toEqual(ARTICLE_SLUGS)
  })

  it.each(pieces)('of $slug has two paragraphs or more between it and its sentence', ({ body }) => {
    const blocks = body.split('\n\n')
    const at = blocks.findIndex((block) => block.startsWith('<PullQuote>'))
    const end = blocks.findIndex((block, index) => index >= at && block.endsWith('</PullQuote>')) + 1
    const quote = readable(blocks.slice(at, end).join(' ')).trim()
    const source = blocks.findIndex(
      (block, index) => (index < at || index >= end) && readable(block).includes(quote),
    )
    const between = source < at ? blocks.slice(source + 1, at) : blocks.slice(end, source)
    expect(between.filter((block) => !/^(?:[<#|]|\[\^)/.test(block)).length).toBeGreaterThanOrEqual(2)
  })
})

describe.each(pieces)('$slug', ({ body }) => {
  it('opens with a paragraph long enough for a drop cap', () => {
    const [opening = ''] = body.trim().split('\n\n')
    expect(readable(opening).length).toBeGreaterThanOrEqual(LONG_ENOUGH)
    expect(readable(opening)).toMatch(/^[A-Z]/)
  })

  it('has an info box or a key takeaway', () => {
    expect(body).toMatch(/<(?:InfoBox|KeyTakeaway)\b/)
  })
})

describe('a source', () => {
  it('is linked by https, without anything that follows the reader', () => {
    const links = everything.flatMap(([file, text]) =>
      [...text.matchAll(/\]\((http[^)\s]*)/g)].map(([, link]) => `${file} ${link}`),
    )
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((link) => !/ https:\/\/[^/]+\/.*$/.test(link))).toEqual([])
    expect(links.filter((link) => /[?&](?:fbclid|gclid|utm_\w+)=/.test(link))).toEqual([])
  })

  it.each(pieces.filter(({ kind }) => ['Reported', 'Explainer', 'Data story'].includes(kind)))(
    'of $slug, which is $kind, is there to be followed',
    ({ body }) => {
      expect([...body.matchAll(/\]\(https:/g)].length).toBeGreaterThanOrEqual(2)
    },
  )
})

describe('the name, the publisher and the mailboxes', () => {
  it('come from the file of the publication, and stand in no text', () => {
    const { name, publisher, mailboxes } = publication
    const own = [name, ...Object.values(publisher), ...Object.values(mailboxes)]
    expect(everything.filter(([, text]) => own.some((words) => text.includes(words)))).toEqual([])
  })
})

/** What gave the first articles one voice, and words that no writer here needs. */
const GIVEN_UP = [
  'envelope',
  'leicester',
  'delve',
  'tapestry',
  'testament to',
  'vibrant',
  'nestled',
  'hidden gem',
  'a journey of',
  'elevate your',
  'more than just',
  'game-changer',
  'needless to say',
  'it turned out that',
]

describe('the house', () => {
  it.each(GIVEN_UP)('has given up “%s”', (words) => {
    expect(everything.filter(([, text]) => text.toLowerCase().includes(words)).map(([file]) => file)).toEqual(
      [],
    )
  })

  it('states the guideline once, at the end, in its own words', () => {
    const inText = pieces.filter(({ body }) => /low-risk guideline/.test(body)).map(({ slug }) => slug)
    // The audit and the iterations are about its two clauses.
    expect(inText.toSorted()).toEqual(['friday-ritual-cost', 'optimization-trap'])
    for (const { slug, body } of pieces) {
      expect(body.replace(/<UnitsLine \/>\s*$/, ''), slug).not.toContain('<UnitsLine')
    }
  })

  it('does not say when alcohol has left the body', () => {
    expect(pieces.filter(({ text }) => /gone by|out of your system|fit to drive/i.test(text))).toEqual([])
  })
})

describe('a table', () => {
  it('has a name for every column', () => {
    expect(
      pieces.filter(({ body }) => /^\|(?:[^\n]*\|)? *\|[^\n]*\n\| *---/m.test(body)).map(({ slug }) => slug),
    ).toEqual([])
  })
})

describe('the voices', () => {
  it('are five', () => {
    expect([...new Set(pieces.map(({ author }) => author))].toSorted()).toEqual([
      'Callum Frew',
      'Dev Ramanathan',
      'Imogen Hartley',
      'Ruth Achterberg',
      'Tomasz Bell',
    ])
  })

  it.each(writtenBy('Dev Ramanathan'))('Dev has no semicolon in $slug', ({ text }) => {
    expect(text).not.toContain(';')
  })

  it.each(writtenBy('Ruth Achterberg'))('Ruth is not in $slug', ({ text }) => {
    expect(withoutQuotations(text).match(/\b(?:I|me|my|mine|we|our|us)\b/g) ?? []).toEqual([])
  })

  it.each(writtenBy('Tomasz Bell'))(
    'Tomasz compares nothing in $slug, and writes figures as figures',
    ({ text }) => {
      expect(
        withoutQuotations(text).match(
          /\b(?:is|was|are|were|looks?|sounds?|feels?) like\b|\bas if\b|\bas though\b/g,
        ) ?? [],
      ).toEqual([])
      expect(
        withoutQuotations(text).match(
          /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/gi,
        ) ?? [],
      ).toEqual([])
    },
  )

  it.each(writtenBy('Callum Frew'))('Callum has no notes in $slug, of either sort', ({ body }) => {
    expect(body).not.toMatch(/\[\^|\b(?:notes|hints) of\b/)
  })

  it('differ in the length of their sentences: Imogen’s are more than twice as long as Tomasz’s', () => {
    const mean = (author: string) => {
      const sentences = writtenBy(author).flatMap(({ body }) => sentencesOf(body))
      return sentences.reduce((sum, sentence) => sum + sentence.split(' ').length, 0) / sentences.length
    }
    expect(mean('Tomasz Bell')).toBeLessThan(13)
    expect(mean('Dev Ramanathan')).toBeLessThan(15)
    expect(mean('Imogen Hartley')).toBeGreaterThan(2 * mean('Tomasz Bell'))
  })
})

/** Sentences of paragraphs: no tables, headings or lists. */
function sentencesOf(body: string): readonly string[] {
  return body
    .split('\n\n')
    .filter((block) => /^["*A-Z]/.test(block) && !block.includes('\n|'))
    .flatMap((block) => readable(block).split(/(?<=[.?!]["”]?) (?=["A-Z0-9])/))
    .filter((sentence) => sentence.includes(' '))
}
