import type { Annotations } from '@half-measure/shared/desk/note.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { startOfDay, type Day } from '../filters/day.ts'

/** What happened in a bucket beside its figures. */
export interface Mark {
  /** Which bucket, from 0. */
  index: number
  texts: string[]
}

/** Notes and published articles, each at the bucket in which its day begins; what lies before the first is left out. */
export function prepareMarks({ notes, published }: Annotations, starts: readonly Date[]): Mark[] {
  const items = [
    ...published.map(({ day, title }) => ({ day, text: `Published: ${title}` })),
    ...notes.map(({ day, text }) => ({ day, text })),
  ]
  const textsAt = new Map<number, string[]>()
  for (const { day, text } of items) {
    const at = startOfDay(day as Day, publication.timeZone).getTime()
    const index = starts.findLastIndex((start) => start.getTime() <= at)
    if (index >= 0) textsAt.set(index, [...(textsAt.get(index) ?? []), text])
  }
  return [...textsAt].map(([index, texts]) => ({ index, texts })).sort((a, b) => a.index - b.index)
}
