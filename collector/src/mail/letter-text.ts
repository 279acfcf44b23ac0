import { publication } from '@half-measure/shared/publication.ts'
import type { Block, Letter } from './letter.ts'
import { TEXT_WIDTH, wrapText } from './wrap-text.ts'

/** A letter as plain text, lines of 72 characters at most where words allow it. */
export function renderText({ title, blocks, closing }: Letter): string {
  const parts = [publication.name.toUpperCase(), wrapText(title), ...blocks.map(textOf), closingText(closing)]
  return `${parts.join('\n\n')}\n`
}

/** What stands below a letter's line. */
export function closingText(closing: readonly Block[]): string {
  return ['--', ...closing.map(textOf)].join('\n\n')
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return wrapText(block.text)
    case 'button':
    case 'link':
      return `${wrapText(`${block.label}:`)}\n${block.href}`
    case 'quote':
      return block.text
        .split('\n')
        .flatMap((line) => wrapText(line, TEXT_WIDTH - 2).split('\n'))
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}
