import { publication } from '@half-measure/shared/publication.ts'
import type { Block, EmailContent } from './email-content.ts'

/** Characters that every email program and terminal shows without folding. */
export const TEXT_WIDTH = 72

/** Plain text, wrapped. */
export function renderText({ title, blocks, closing }: EmailContent): string {
  const parts = [publication.name.toUpperCase(), wrapText(title), ...blocks.map(textOf), closingText(closing)]
  return `${parts.join('\n\n')}\n`
}

/** The part below the signature line. */
export function closingText(closing: readonly Block[]): string {
  return ['--', ...closing.map(textOf)].join('\n\n')
}

/** Wraps lines at `width` characters, between words. Keeps existing line breaks. */
export function wrapText(text: string, width = TEXT_WIDTH): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

function wrapLine(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].join('\n')
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
    case 'fields':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}
