import { describe, expect, it } from 'vitest'
import { issueHtml } from './issue-html.ts'
import { webLinks, withCampaign } from './issue-links.ts'
import { readMarkdown } from './read-markdown.ts'

const site = 'https://halfmeasure.test'
const UTM = 'utm_source=friday-edition&utm_medium=email&utm_campaign=friday-edition-2026-11-20'
const links = (source: string) => {
  const html = issueHtml(withCampaign(readMarkdown(source, site).blocks, site, 'friday-edition-2026-11-20'))
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

describe('the links of an issue', () => {
  it('to the magazine carry its campaign, wherever they stand', () => {
    expect(links('[a](/articles/a) **[b](https://halfmeasure.test/b?x=1#part)**')).toEqual([
      `https://halfmeasure.test/articles/a?${UTM}`,
      `https://halfmeasure.test/b?x=1&${UTM}#part`,
    ])
    expect(links('> ## [q](/q)\n\n- one\n\n  > *[r](/r)*\n\n1. [s](/s)')).toEqual(
      ['q', 'r', 's'].map((path) => `https://halfmeasure.test/${path}?${UTM}`),
    )
  })

  it('stay as they are where they lead elsewhere or have a campaign', () => {
    const others = [
      'https://example.org/a?b=1',
      'mailto:friday@halfmeasure.test',
      'https://halfmeasure.test/a?utm_campaign=own',
      'https://halfmeasure.test/go/quarter-bell',
    ]
    expect(links(others.map((href) => `[x](${href})`).join(' '))).toEqual(others)
  })

  it('are listed once each, without those to mailboxes', () => {
    const { blocks } = readMarkdown(
      '[a](/a) [b](https://example.org/b)\n\n> [c](mailto:c@d.test) [a](/a)',
      site,
    )
    expect(webLinks(blocks)).toEqual(['https://halfmeasure.test/a', 'https://example.org/b'])
  })
})
