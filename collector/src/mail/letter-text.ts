import { publication } from '@half-measure/shared/publication.ts'
import type { Block, Letter } from './letter.ts'

/** What every mail program and every terminal can show without folding. */
const WIDTH = 72

/** A letter as plain text, lines of 72 characters at most where words allow it. */
export function renderText({ title, blocks, closing }: Letter): string {
  const parts = [
    publication.name.toUpperCase(),
    wrap(title),
    ...blocks.map(textOf),
    '--',
    ...closing.map(textOf),
  ]
  return `${parts.join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return wrap(block.text)
    case 'button':
    case 'link':
      return `${wrap(`${block.label}:`)}\n${block.href}`
    case 'quote':
      return block.text
        .split('\n')
        .flatMap((line) => wrap(line, WIDTH - 2).split('\n'))
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}

function wrap(text: string, width = WIDTH): string {
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
