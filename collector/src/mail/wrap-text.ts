/** What every mail program and every terminal can show without folding, in characters. */
export const TEXT_WIDTH = 72

/** Lines of at most `width` characters where words allow it. Line ends that are there stay. */
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
