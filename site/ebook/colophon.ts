import { publication } from '@half-measure/shared/publication.ts'

/** What stands at the end of the book, one paragraph each. `editionDate` is `YYYY-MM-DD`. */
export function colophon(editionDate: string): readonly string[] {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(editionDate),
  )
  return [
    'For readers of 18 and over, or of the legal age elsewhere. Drink responsibly.',
    `Usually $15; free to subscribers to ${publication.newsletter}. Your copy is for your own use. ` +
      `Set in Newsreader and Inter; illustrations generated. Edition of ${day}. © 2025 ${publication.name}.`,
  ]
}
