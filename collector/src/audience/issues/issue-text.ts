import { TEXT_WIDTH, wrapText } from '../../email/email-text.ts'
import type { Inline, IssueBlock } from './issue-body.ts'

/** The body of an issue as plain text, with every URL in full. */
export function issueText(blocks: readonly IssueBlock[], width = TEXT_WIDTH): string {
  return blocks.map((block) => textOf(block, width)).join('\n\n')
}

function textOf(block: IssueBlock, width: number): string {
  switch (block.kind) {
    case 'heading': {
      const title = wrapText(plain(block.content), width)
      const longest = Math.max(...title.split('\n').map((line) => line.length))
      return `${title}\n${(block.level === 2 ? '=' : '-').repeat(longest)}`
    }
    case 'paragraph':
      return wrapText(plain(block.content), width)
    case 'quote':
      return indented(issueText(block.blocks, width - 2), '> ', '> ')
    case 'list':
      return block.items.map((item, index) => itemOf(item, numberOf(block.first, index), width)).join('\n')
    case 'picture':
      return wrapText(`[${[block.alt, block.caption].filter(Boolean).join('. ')}]`, width)
    case 'code':
      return indented(block.text, '    ', '    ')
    case 'rule':
      return '* * *'
  }
}

function itemOf(blocks: readonly IssueBlock[], mark: string, width: number): string {
  return indented(issueText(blocks, width - mark.length), mark, ' '.repeat(mark.length))
}

function numberOf(first: number | undefined, index: number): string {
  return first === undefined ? '- ' : `${first + index}. `
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n')
}

function plain(content: readonly Inline[]): string {
  return content
    .map((part): string => {
      switch (part.kind) {
        case 'text':
          return part.text.replaceAll('\n', ' ')
        case 'code':
          return part.text
        case 'strong':
          return `*${plain(part.content)}*`
        case 'emphasis':
          return `_${plain(part.content)}_`
        case 'break':
          return '\n'
        case 'link': {
          const label = plain(part.content)
          return label === part.href || `mailto:${label}` === part.href ? label : `${label} (${part.href})`
        }
      }
    })
    .join('')
}
