import { DEAD_AFTER_NIGHTS, type LinkState } from '@half-measure/shared/stats/link-health.ts'
import type { LinkCheckRow } from './link-store.ts'

/** Result of a link's checks so far. */
export type LinkRecord = Pick<LinkCheckRow, 'status' | 'failed_nights' | 'failing_since'>

export type LinkOutcome = 'works' | 'refused' | 'failed'

/** Statuses that servers return to programs, whatever they show people. 999 is LinkedIn's. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 451, 999])

/** @param status of the last response; null without one. */
export function outcomeOf(status: number | null): LinkOutcome {
  if (status === null) return 'failed'
  if (REFUSALS.has(status)) return 'refused'
  return status < 400 ? 'works' : 'failed'
}

const NEVER_FAILED = { failed_nights: 0, failing_since: null } as const

/** A link's record after another night. A refusal says nothing about the page, so earlier failures stay. */
export function judgeLink(before: LinkRecord | undefined, status: number | null, at: Date): LinkRecord {
  const { failed_nights, failing_since } = before ?? NEVER_FAILED
  switch (outcomeOf(status)) {
    case 'works':
      return { status, ...NEVER_FAILED }
    case 'refused':
      return { status, failed_nights, failing_since }
    case 'failed':
      return { status, failed_nights: failed_nights + 1, failing_since: failing_since ?? at }
  }
}

/** @param record undefined before the first check. */
export function stateOf(record: LinkRecord | undefined): LinkState {
  if (!record) return 'unchecked'
  if (record.failed_nights >= DEAD_AFTER_NIGHTS) return 'dead'
  if (outcomeOf(record.status) === 'refused') return 'refused'
  return record.failed_nights > 0 ? 'failing' : 'working'
}

/** The changes that administrators hear of: a link that died, and a dead link that works again. */
export function changeOf(before: LinkRecord | undefined, after: LinkRecord): 'died' | 'back' | null {
  const [wasDead, isDead] = [stateOf(before) === 'dead', stateOf(after) === 'dead']
  if (wasDead === isDead) return null
  return isDead ? 'died' : 'back'
}

/** With fewer sites, all of them may really be down. */
const MIN_HOSTS = 3

/** Whether a night's failures point to our own internet connection rather than the links. */
export function isOffline(
  probes: readonly { readonly host: string; readonly status: number | null }[],
): boolean {
  return (
    probes.every(({ status }) => status === null) && new Set(probes.map(({ host }) => host)).size >= MIN_HOSTS
  )
}
