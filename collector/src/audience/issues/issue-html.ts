import { EMAIL_WIDTH, emailStyle, escapeHtml } from '../../email/email-html.ts'
import type { Inline, IssueBlock } from './issue-body.ts'

const { ink, inkSoft, rule, accent, serif, labels } = emailStyle

/** The body of an issue as HTML for email: text escaped, styles inline, pictures by URL. */
export function issueHtml(blocks: readonly IssueBlock[]): string {
  return blocks.map(htmlOf).join('\n')
}

function htmlOf(block: IssueBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.level === 2
        ? `<h2 class="ink" style="margin:36px 0 14px;color:${ink};font:400 24px/1.25 ${serif}">${inline(block.content)}</h2>`
        : `<h3 class="ink" style="margin:28px 0 10px;color:${ink};font:700 15px/1.4 ${labels}">${inline(block.content)}</h3>`
    case 'paragraph':
      return paragraph(block.content)
    case 'quote':
      return `<blockquote class="rule" style="margin:28px 0;padding:4px 0 4px 20px;border-left:3px solid ${accent}">${quoted(block.blocks)}</blockquote>`
    case 'list': {
      const tag = block.first === undefined ? 'ul' : 'ol'
      const start = block.first === undefined || block.first === 1 ? '' : ` start="${block.first}"`
      const items = block.items.map((item) => `<li style="margin:0 0 8px">${itemOf(item)}</li>`)
      return `<${tag}${start} class="ink" style="margin:0 0 20px;padding:0 0 0 26px;color:${ink};font:18px/1.55 ${serif}">${items.join('')}</${tag}>`
    }
    case 'picture': {
      const { src, alt, caption } = block
      const picture = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${EMAIL_WIDTH}" border="0" style="display:block;width:100%;max-width:${EMAIL_WIDTH}px;height:auto">`
      const below = `<p class="soft" style="margin:8px 0 0;color:${inkSoft};font:13px/1.5 ${labels}">${escapeHtml(caption)}</p>`
      return `<div style="margin:28px 0">${picture}${caption === '' ? '' : below}</div>`
    }
    case 'code':
      return `<pre class="ink rule" style="margin:0 0 20px;padding:12px;border:1px solid ${rule};color:${ink};font:14px/1.5 monospace;white-space:pre-wrap">${escapeHtml(block.text)}</pre>`
    case 'rule':
      return `<p class="soft" align="center" style="margin:32px 0;color:${inkSoft};font:18px/1 ${serif};letter-spacing:12px">***</p>`
  }
}

function paragraph(content: readonly Inline[], below = 20): string {
  return `<p class="ink" style="margin:0 0 ${below}px;color:${ink};font:18px/1.55 ${serif}">${inline(content)}</p>`
}

/** The last paragraph of a quote has no margin, so that the line beside it ends with the text. */
function quoted(blocks: readonly IssueBlock[]): string {
  const last = blocks.at(-1)
  if (last?.kind !== 'paragraph') return issueHtml(blocks)
  return [...blocks.slice(0, -1).map(htmlOf), paragraph(last.content, 0)].join('\n')
}

/** An item that is one paragraph needs no margins. */
function itemOf(blocks: readonly IssueBlock[]): string {
  const [only, ...others] = blocks
  return only?.kind === 'paragraph' && others.length === 0 ? inline(only.content) : issueHtml(blocks)
}

function inline(content: readonly Inline[]): string {
  return content
    .map((part): string => {
      switch (part.kind) {
        case 'text':
          return escapeHtml(part.text)
        case 'code':
          return `<code style="font:15px monospace">${escapeHtml(part.text)}</code>`
        case 'strong':
          return `<strong>${inline(part.content)}</strong>`
        case 'emphasis':
          return `<em>${inline(part.content)}</em>`
        case 'break':
          return '<br>'
        case 'link':
          return `<a class="accent" href="${escapeHtml(part.href)}" style="color:${accent}">${inline(part.content)}</a>`
      }
    })
    .join('')
}
