/** Width of a text in points. */
export type Measure = (text: string) => number

interface Setting {
  /** Points. */
  readonly width: number
  readonly measure: Measure
  /** Titles: all lines about as long as each other, the last one too. */
  readonly balanced?: boolean
}

/** A last line shorter than this share of the column looks lost. */
const SHORT_LAST_LINE = 0.3

/**
 * Breaks a paragraph into ragged lines: of all ways to break it, the one whose lines are most alike. Words stay
 * whole, figures stay with what they count, and no line ends on a word that belongs to the next.
 * Throws when a word is wider than the column.
 */
export function breakLines(text: string, { width, measure, balanced = false }: Setting): string[] {
  const words = text.split(/(?<!\d|\bper) /)
  /** The best way to set the first n words: how bad it is, and where its last line begins. */
  const best: { badness: number; start: number }[] = [{ badness: 0, start: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let choice = { badness: Infinity, start: end - 1 }
    for (let start = end - 1; start >= 0; start--) {
      const slack = width - measure(words.slice(start, end).join(' '))
      if (slack < 0) break
      const isLast = end === words.length && !balanced
      const own = isLast ? lastLineBadness(slack, width) : slack ** 2 + endBadness(words, end, width)
      const badness = (best[start]?.badness ?? Infinity) + own
      if (badness < choice.badness) choice = { badness, start }
    }
    best.push(choice)
  }
  if (best[words.length]?.badness === Infinity)
    throw new Error(`a word is wider than ${width} points: "${text}"`)

  const lines: string[] = []
  for (let end = words.length; end > 0;) {
    const start = best[end]?.start ?? 0
    lines.unshift(words.slice(start, end).join(' '))
    end = start
  }
  return lines
}

function lastLineBadness(slack: number, width: number): number {
  return slack > width * (1 - SHORT_LAST_LINE) ? width ** 2 : 0
}

/** A line should not end on the first short word of a sentence, nor on an article or a lone `I`. */
function endBadness(words: readonly string[], end: number, width: number): number {
  const word = words[end - 1] ?? ''
  const before = words[end - 2] ?? ''
  const opensSentence = /[.?!:;]’?$/.test(before) && word.length <= 4
  const leans = /^(?:a|an|the|I|of|to)$/.test(word)
  return end < words.length && (opensSentence || leans) ? (width * 0.12) ** 2 : 0
}
