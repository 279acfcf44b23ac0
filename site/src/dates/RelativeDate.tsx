import { BUILD_DAY } from './edition-date.ts'
import { storyDate } from './display-date.ts'
import { relativeDate } from './relative-date.ts'

/** `3 days ago`, true on the day of the build; `client.ts` keeps it true later. */
export function RelativeDate({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} title={storyDate(day)} data-relative-date>
      {relativeDate(day, BUILD_DAY)}
    </time>
  )
}
