import { publication } from '@half-measure/shared/publication.ts'
import type { BeerEvent } from '../../content/events.ts'
import { daysBefore } from '../dates/relative-date.ts'
import { absolute, paths } from '../paths.ts'

/** An event as an iCalendar file (RFC 5545): whole days, because its hours are only words. */
export function calendarFile(event: BeerEvent): string {
  const { id, name, date, lastDay = date, hours, location, description } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${publication.name}//Beer Events//EN`,
    'BEGIN:VEVENT',
    `UID:${id}@${publication.mailboxes.general.split('@')[1]}`,
    `DTSTAMP:${compact(date)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    // The end date is exclusive.
    `DTEND;VALUE=DATE:${compact(daysBefore(lastDay, -1))}`,
    `SUMMARY:${escaped(name)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(`${description} ${hours}. This event is invented.`)}`,
    `URL:${absolute(paths.event(id))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`)
}

/** At most 75 bytes a line; the next one begins with a space. No letter here has more than three bytes. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line
  return line.match(/.{1,24}/gsu)?.join('\r\n ') ?? line
}
