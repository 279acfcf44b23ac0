import { fromMarkdown } from 'mdast-util-from-markdown'
import type { BlockContent, Definition, DefinitionContent, PhrasingContent, RootContent } from 'mdast'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import type { Inline, IssueBlock, IssueBody } from './issue-body.ts'

/** Quotes and lists nested twelve deep. */
const DEEP = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){12}/m
/** Paragraphs, and lines that begin a quote or an item, or underline a heading: more than fit into an issue. */
const MAX_PARTS = 1_000
/**
 * Maximum characters that parsing may read again. From each of these marks on, the parser may search in vain for a
 * counterpart up to the end of the paragraph, and does not remember the result; it may compare each line of a list or
 * quote with all lines before it. A list of a hundred links without an empty line takes a million.
 */
const MAX_REREAD = 4_000_000
const MARKS = /[*_\]<]|`+/g
/**
 * Line breaks before which a paragraph certainly ends: at an empty line, also of a quote, and at an item. A number
 * does not always begin an item, and further indented lines may belong to the paragraph.
 */
const ENDS = /\n(?=[ \t]*\n| {0,3}>[ \t]*\n| {0,3}[-*+][ \t]+\S)/

/**
 * Reads CommonMark as the blocks of an issue. Any input is harmless: HTML becomes visible text, and links to anything but
 * web and email are dropped. Both are reported as problems.
 *
 * @param site origin of URLs that begin with `/`.
 */
export function readMarkdown(source: string, site: string): IssueBody {
  if (isTangled(source)) {
    return {
      blocks: [],
      warnings: [],
      problems: [
        'Its text cannot be read: it has too many paragraphs, quotes, lists, links or emphasis, or nests them too deeply.',
      ],
    }
  }
  const { children } = fromMarkdown(source)
  const definitions = new Map<string, Definition>()
  for (const node of children) {
    if (node.type === 'definition') definitions.set(node.identifier, node)
  }
  const problems = new Set<string>()
  const warnings = new Set<string>()
  const blocks = blocksOf(children)
  return { blocks, problems: [...problems], warnings: [...warnings] }

  function blocksOf(nodes: readonly (RootContent | BlockContent | DefinitionContent)[]): IssueBlock[] {
    return nodes.flatMap((node): IssueBlock[] => {
      switch (node.type) {
        case 'heading':
          return [{ kind: 'heading', level: node.depth > 2 ? 3 : 2, content: inlinesOf(node.children) }]
        case 'paragraph':
          return [pictureIn(node.children) ?? { kind: 'paragraph', content: inlinesOf(node.children) }]
        case 'blockquote':
          return [{ kind: 'quote', blocks: blocksOf(node.children) }]
        case 'list': {
          const first = node.ordered ? (node.start ?? 1) : undefined
          return [{ kind: 'list', first, items: node.children.map((item) => blocksOf(item.children)) }]
        }
        case 'code':
          return [{ kind: 'code', text: node.value }]
        case 'thematicBreak':
          return [{ kind: 'rule' }]
        case 'html':
          problems.add('HTML does not work in an issue: readers would see its source.')
          return [{ kind: 'paragraph', content: [{ kind: 'text', text: node.value }] }]
        default:
          // Definitions show nothing; other nodes do not occur in CommonMark.
          return []
      }
    })
  }

  function inlinesOf(nodes: readonly PhrasingContent[]): Inline[] {
    return nodes.flatMap((node): Inline[] => {
      switch (node.type) {
        case 'text':
          return [{ kind: 'text', text: node.value }]
        case 'inlineCode':
          return [{ kind: 'code', text: node.value }]
        case 'strong':
        case 'emphasis':
          return [{ kind: node.type, content: inlinesOf(node.children) }]
        case 'break':
          return [{ kind: 'break' }]
        case 'link':
          return linked(node.url, inlinesOf(node.children))
        case 'linkReference':
          return linked(definitions.get(node.identifier)?.url ?? '', inlinesOf(node.children))
        case 'image':
        case 'imageReference':
          problems.add('A picture needs a paragraph of its own, with an empty line before and after it.')
          return [{ kind: 'text', text: node.alt ?? '' }]
        case 'html':
          problems.add('HTML does not work in an issue: readers would see its source.')
          return [{ kind: 'text', text: node.value }]
        default:
          return []
      }
    })
  }

  function linked(url: string, content: Inline[]): Inline[] {
    const href = absolute(url, ['http:', 'https:', 'mailto:'])
    if (href === undefined)
      problems.add(`A link is neither to the web nor to an email address: ${url || '(no address)'}`)
    else if (leadsToAdvertisement(href) && !/\bAd\b/.test(textOf(content)))
      problems.add(`A link to the review or to a partner needs the word “Ad” in its text: ${url}`)
    return href === undefined ? content : [{ kind: 'link', href, content }]
  }

  /** The picture of a paragraph that holds nothing else. */
  function pictureIn([node, ...others]: readonly PhrasingContent[]): IssueBlock | undefined {
    if ((node?.type !== 'image' && node?.type !== 'imageReference') || others.length > 0) return undefined
    const image = node.type === 'image' ? node : definitions.get(node.identifier)
    if (!image) return undefined
    const src = absolute(image.url, ['http:', 'https:'])
    const alt = node.alt ?? ''
    if (src === undefined) problems.add(`A picture is not on the web: ${image.url}`)
    // The archive loads no others, and neither do most mailboxes on the web.
    else if (!src.startsWith('https:') && new URL(src).origin !== site)
      problems.add(`A picture needs an address that begins with https: ${image.url}`)
    else checkPictureFile(new URL(src), image.url)
    if (alt === '') problems.add(`A picture has no description for readers who do not see it: ${image.url}`)
    return src === undefined ? undefined : { kind: 'picture', src, alt, caption: image.title ?? '' }
  }

  function checkPictureFile({ origin, pathname }: URL, url: string): void {
    const isOurs = origin === site
    if (isOurs ? !/\.(?:jpg|png)$/.test(pathname) : /\.(?:avif|svg|webp)$/i.test(pathname))
      problems.add(`Many mailboxes do not show this picture; use a .jpg or .png: ${url}`)
    // The names of these files contain a hash of what they show.
    if (isOurs && pathname.startsWith('/assets/'))
      warnings.add(`Emails already sent will lose this picture when the magazine redraws it: ${url}`)
  }

  function leadsToAdvertisement(href: string): boolean {
    const { origin, pathname } = new URL(href)
    return (
      origin === site && (pathname.startsWith('/go/') || pathname.replace(/\/$/, '') === sitePaths.review)
    )
  }

  function absolute(url: string, protocols: readonly string[]): string | undefined {
    if (url === '' || !URL.canParse(url, site)) return undefined
    const parsed = new URL(url, site)
    return protocols.includes(parsed.protocol) ? parsed.href : undefined
  }
}

function textOf(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (part.kind === 'break') return ' '
      return 'text' in part ? part.text : textOf(part.content)
    })
    .join('')
}

/** Whether parsing the source would block this process for seconds. */
function isTangled(source: string): boolean {
  if (DEEP.test(source)) return true
  const paragraphs = source.split(/\n[ \t]*\n/).length
  const parts = source.match(/^[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|(?:=+|-+)[ \t]*$)/gm)?.length ?? 0
  if (paragraphs + parts > MAX_PARTS) return true
  return source.split(ENDS).reduce((sum, text) => sum + reread(text), 0) > MAX_REREAD
}

/** Maximum characters of a paragraph that are read again. */
function reread(text: string): number {
  const marks = text.match(MARKS)?.length ?? 0
  const lines = text.split('\n').length
  return marks * text.length + lines * lines
}
