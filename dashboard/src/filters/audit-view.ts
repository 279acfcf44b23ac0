import { AuditEventName } from '@half-measure/shared/auth/audit-entry.ts'

/** Which event of the audit log is shown; null for all. It lives in the address. */
export function readAuditEvent(params: URLSearchParams): AuditEventName | null {
  return AuditEventName.nullable().catch(null).parse(params.get('event'))
}

/** The API is asked in the same words. */
export function writeAuditEvent(event: AuditEventName | null): URLSearchParams {
  return new URLSearchParams(event === null ? {} : { event })
}

/** `second factor reset` */
export function eventWords(event: string): string {
  return event.replaceAll('_', ' ')
}

/** `by: cli, rows: 3`; empty where there is nothing to say. */
export function detailWords(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(
      ([name, value]) => `${eventWords(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ')
}
