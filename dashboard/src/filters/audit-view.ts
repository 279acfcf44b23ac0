import { AuditEventName } from '@half-measure/shared/auth/audit-entry.ts'

/** Which event of the audit log is shown; null for all. It lives in the address. */
export function readAuditEvent(params: URLSearchParams): AuditEventName | null {
  return AuditEventName.nullable().catch(null).parse(params.get('event'))
}

/** The API is asked in the same words. */
export function writeAuditEvent(event: AuditEventName | null): URLSearchParams {
  return new URLSearchParams(event === null ? {} : { event })
}

/** `Second factor reset` */
export function eventWords(event: string): string {
  const words = event.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `by: cli, outcome: nothing to do, rows: 3`; empty where there is nothing to say. */
export function detailWords(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueWords(value)}`)
    .join(', ')
}

/** One of several fixed words is written as it is read; ids and names stay as they are. */
function valueWords(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}
