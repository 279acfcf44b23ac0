import type { Filter } from './stats-query.ts'

/** `is,page,/a|/b`: short enough for people to read and to edit; `\` escapes what would separate. */
export function writeFilter({ operator, dimension, values }: Filter): string {
  return `${operator},${dimension},${values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')}`
}

/** The parts as they stand, unchecked. */
export function readFilter(text: string): Record<keyof Filter, unknown> {
  const [operator, dimension, ...rest] = text.split(',')
  return { operator, dimension, values: readValues(rest.join(',')) }
}

function readValues(text: string): string[] {
  const values = ['']
  for (const [part] of text.matchAll(/\\.|[^\\|]+|\||\\/gs)) {
    if (part === '|') values.push('')
    else values.push(`${values.pop()}${part.length === 2 && part.startsWith('\\') ? part.slice(1) : part}`)
  }
  return values
}
