import { describe, expect, it } from 'vitest'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import { issueHtml } from './issue-html.ts'
import { issueText } from './issue-text.ts'
import { readMarkdown } from './read-markdown.ts'

const site = 'https://halfmeasure.test'
const read = (source: string) => readMarkdown(source, site)
const html = (source: string) => issueHtml(read(source).blocks)
const text = (source: string) => issueText(read(source).blocks)

const issue = `# One argument

A pint is *not* a **portion**, says [the index](/articles/pine-beer).
It goes on in a second line that is long enough to be folded by hand or by a program.

> Drink \`half\`.\\
> Think twice.

3. malt
4. hops

- one

  two
- three

![Three glasses](/pictures/glasses.jpg "The window, at six")

---

    pint / 2
`

describe('Markdown', () => {
  it('becomes plain text that reads like what was typed, with every address in full', () => {
    expect(text(issue)).toBe(`One argument
============

A pint is _not_ a *portion*, says the index
(https://halfmeasure.test/articles/pine-beer). It goes on in a second
line that is long enough to be folded by hand or by a program.

> Drink half.
> Think twice.

3. malt
4. hops

- one

  two
- three

[Three glasses. The window, at six]

* * *

    pint / 2`)
  })

  it('becomes HTML with absolute addresses and described pictures', () => {
    const made = html(issue)
    expect(made).toContain('<em>not</em> a <strong>portion</strong>')
    expect(made).toContain('href="https://halfmeasure.test/articles/pine-beer"')
    expect(made).toMatch(/<img src="https:\/\/halfmeasure\.test\/pictures\/glasses\.jpg" alt="Three glasses"/)
    expect(made).toContain('The window, at six</p>')
    expect(made).toContain('<ol start="3"')
    expect(read(issue).problems).toEqual([])
  })

  it('finds what a reference names', () => {
    const source = 'See [the index][1].\n\n![Glasses][p]\n\n[1]: https://b.test/x\n[p]: /p.jpg'
    expect(html(source)).toContain('href="https://b.test/x"')
    expect(html(source)).toContain('src="https://halfmeasure.test/p.jpg"')
  })

  it.each([
    ['a script', '<script>alert(1)</script>', /HTML/],
    ['an element with a handler', 'a <img src=x onerror=alert(1)> b', /HTML/],
    ['a script as address', '[x](javascript:alert(1))', /neither to the web nor to an email/],
    ['the same in disguise', '[x](JaVa&#115;cript:alert(1))', /neither to the web nor to an email/],
    ['a page as address', '[x](data:text/html,<script>)', /neither to the web nor to an email/],
    ['the same as an automatic link', '<javascript:alert(1)>', /neither to the web nor to an email/],
    ['a picture in the address', '![x](data:image/svg+xml,<svg>)', /not on the web/],
    ['a picture that browsers block', '![x](http://b.test/p.jpg)', /begins with https/],
    [
      'a picture of ours that mailboxes do not show',
      '![x](/pictures/p.avif)',
      /use a \.jpg or \.png: \/pictures/,
    ],
    ['our icon', '![x](https://halfmeasure.test/icon.svg)', /use a \.jpg or \.png/],
    ['a page as a picture', '![x](/articles/pine-beer)', /use a \.jpg or \.png/],
    [
      'a picture elsewhere that mailboxes do not show',
      '![x](https://b.test/p.WEBP?w=1)',
      /use a \.jpg or \.png/,
    ],
    ['the review without its label', `[the six](${sitePaths.review}#winner)`, /needs the word “Ad”/],
    ['a link to a partner', '[b](https://halfmeasure.test/go/quarter-bell)', /needs the word “Ad”/],
    ['the same as an automatic link', '<https://halfmeasure.test/go/quarter-bell>', /needs the word “Ad”/],
    ['a label that is part of a word', '[Adnams](/go/quarter-bell)', /needs the word “Ad”/],
    ['a picture without words', '![](/p.jpg)', /no description/],
    ['a picture among words', 'words ![x](/p.jpg) words', /paragraph of its own/],
    ['quotes in quotes', `${'>'.repeat(50_000)} x`, /nests them too deeply/],
    ['emphasis in emphasis', `${'*a _b '.repeat(4_000)}${' c_ d*'.repeat(4_000)}`, /nests them too deeply/],
    ['links in links', '[a]('.repeat(12_000), /too many/],
    ['quote after quote', '> a\n\n'.repeat(8_000), /too many/],
    ['item after item', '- a\n  - b\n'.repeat(4_000), /too many/],
    ['an empty item after another', '-\n'.repeat(20_000), /too many/],
    ['paragraph after paragraph', 'a\n\n'.repeat(16_000), /too many/],
    ['instructions without an end', `a ${'<?'.repeat(24_000)}`, /too many/],
    ['comments without an end', `a ${'<!-- '.repeat(9_000)}`, /too many/],
    ['character data without an end', `a ${'<![CDATA['.repeat(5_000)}`, /too many/],
    ['titles without an end', `${'[a](b ('.repeat(999)}${'x'.repeat(42_000)}`, /too many/],
    ['code without an end', Array.from({ length: 300 }, (_, n) => '`'.repeat(n + 1)).join(' '), /too many/],
    ['code behind escaped marks', '\\`` '.repeat(12_000), /too many/],
    ['pictures in pictures', `${'!['.repeat(999)}a${'](b)'.repeat(999)}\n\n`.repeat(8), /too many/],
    ['marks that only look like list items', 'a\n2. <?'.repeat(7_000), /too many/],
    ['items indented so far that they are text', `a\n${'     - <?\n'.repeat(5_000)}`, /too many/],
    ['lines that continue an item without indentation', `- a\n${'a\n'.repeat(24_000)}`, /too many/],
    ['heading after heading', 'a\n=\n'.repeat(12_000), /too many/],
  ])('shows no markup and follows no address that could do harm, and says so: %s', (_, source, problem) => {
    const made = html(source)
    expect(made).not.toMatch(/<script|<svg|(?:href|src)="(?:javascript|data):|<[^>]*\sonerror=/i)
    expect(read(source).problems.join(' ')).toMatch(problem)
  })

  it('takes links to the review and to partners that are labelled, and every other link without a label', () => {
    const source = `[**Ad:** The six](${sitePaths.review}) [The beer (Ad)](/go/quarter-bell) [Reviews](/reviews) [x](https://b.test/go/x)`
    expect(read(source).problems).toEqual([])
  })

  it('warns of a picture whose address changes with it, which sent emails would lose', () => {
    const path = '/assets/pictures/pine-beer-1x1-03bbd460c2-1200.jpg'
    expect(read(`![x](${path})`)).toMatchObject({ problems: [], warnings: [expect.stringContaining(path)] })
    expect(read('![x](/icon-512.png)\n\n![y](https://b.test/assets/p.jpg)')).toMatchObject({
      problems: [],
      warnings: [],
    })
  })

  it('of the maximum length is read, however many paragraphs and links it has', () => {
    const paragraphs = Array.from({ length: 400 }, (_, n) => `Paragraph ${n} with *words* and [a link](/a).`)
    const items = Array.from({ length: 300 }, (_, n) => `- **Item ${n}** of [a list](/articles/item-${n})`)
    const numbered = Array.from(
      { length: 80 },
      (_, n) => `${n}. **Item ${n}** of [a list](/articles/item-${n})`,
    )
    const quote = Array.from({ length: 80 }, (_, n) => `> Quoted *${n}* of [a source](/articles/${n})\n>`)
    const body = [...paragraphs, ...[items, numbered, quote].map((lines) => lines.join('\n'))].join('\n\n')
    expect(read(body).problems).toEqual([])
  })

  it('cannot break out of an attribute', () => {
    const made = html('![a "b" <c>](https://b.test/"onload=x "t\'t")\n\n[x](https://b.test/"onclick=1)')
    expect(made).not.toMatch(/"on(?:load|click)=/)
    expect(made).toContain('alt="a &quot;b&quot; &lt;c&gt;"')
  })
})
