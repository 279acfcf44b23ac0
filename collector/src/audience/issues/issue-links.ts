import { ISSUE_SOURCE } from '@half-measure/shared/domain/issue-campaign.ts'
import type { Inline, IssueBlock } from './issue-body.ts'

/**
 * Adds the issue's campaign, the same for every reader, to its links to the magazine, so that the sessions they begin can
 * be counted. Links with a campaign of their own, and those to other sites, are unchanged.
 *
 * @param site origin of the magazine.
 */
export function withCampaign(blocks: readonly IssueBlock[], site: string, campaign: string): IssueBlock[] {
  return mapLinks(blocks, (href) => tag(href, site, campaign))
}

/** URLs of the links to the web, each once, in the order of the text. */
export function webLinks(blocks: readonly IssueBlock[]): string[] {
  const found = new Set<string>()
  mapLinks(blocks, (href) => {
    if (!href.startsWith('mailto:')) found.add(href)
    return href
  })
  return [...found]
}

/** Replaces the URL of every link. */
export function mapLinks(blocks: readonly IssueBlock[], addressOf: (href: string) => string): IssueBlock[] {
  const inline = (content: readonly Inline[]): Inline[] =>
    content.map((part) => {
      switch (part.kind) {
        case 'link':
          return { ...part, href: addressOf(part.href), content: inline(part.content) }
        case 'strong':
        case 'emphasis':
          return { ...part, content: inline(part.content) }
        default:
          return part
      }
    })
  const nested = (blocks: readonly IssueBlock[]) => mapLinks(blocks, addressOf)
  return blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, content: inline(block.content) }
      case 'quote':
        return { ...block, blocks: nested(block.blocks) }
      case 'list':
        return { ...block, items: block.items.map(nested) }
      default:
        return block
    }
  })
}

function tag(href: string, site: string, campaign: string): string {
  const url = new URL(href)
  // Redirects to partners are not pages of ours.
  const isPage = url.origin === new URL(site).origin && !url.pathname.startsWith('/go/')
  if (!isPage || url.searchParams.has('utm_campaign')) return href
  const utm = { utm_source: ISSUE_SOURCE, utm_medium: 'email', utm_campaign: campaign }
  for (const [name, value] of Object.entries(utm)) url.searchParams.set(name, value)
  return url.href
}
