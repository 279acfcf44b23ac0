import { EDITION_DATE } from './edition-date.ts'
import { storyDate } from './display-date.ts'
import { relativeDate } from './relative-date.ts'

/** `3 days ago`, true on the edition date; `client.ts` keeps it true later. */
export function RelativeDate({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} title={storyDate(day)} data-relative-date>
      {relativeDate(day, EDITION_DATE)}
    </time>
  )
}
