import type { Bucket } from './engine/stats-query.ts'

/**
 * The start of a bucket, which names it in a file, in a zone: `2026-06-02`; of an hour, or where days compared with begin
 * within days, `2026-06-02T10:00+01:00`.
 */
export function startInFile(start: Date, interval: Bucket, timeZone: string): string {
  const isDay = interval !== 'hour' && beginsDay(start, timeZone)
  return isDay ? dayInFile(start, timeZone) : momentInFile(start, timeZone)
}

/**
 * A compared range in the header of a file, its last day included: `2026-11-01 to 2026-11-07`. An end within a day has
 * its time, since a whole day has other figures: `2026-11-13 to 2026-11-13T10:00+00:00`.
 */
export function daysInFile(range: { readonly from: string; readonly to: string }, timeZone: string): string {
  const [from, to] = [new Date(range.from), new Date(range.to)]
  const last = beginsDay(to, timeZone) ? dayInFile(justBefore(to), timeZone) : momentInFile(to, timeZone)
  return `${startInFile(from, 'day', timeZone)} to ${last}`
}

/** Not every day begins at 00:00: clocks may skip that hour. */
function beginsDay(at: Date, timeZone: string): boolean {
  return dayInFile(at, timeZone) !== dayInFile(justBefore(at), timeZone)
}

function justBefore(at: Date): Date {
  return new Date(at.getTime() - 1)
}

/** `2026-06-02` */
export function dayInFile(at: Date, timeZone: string): string {
  return momentInFile(at, timeZone).slice(0, 'yyyy-mm-dd'.length)
}

/** `2026-06-02T10:00+01:00`. Without Temporal, which browsers may not have. */
function momentInFile(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) =>
    parts.get(type),
  )
  const offset = parts.get('timeZoneName')?.replace('GMT', '') || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}${offset}`
}
