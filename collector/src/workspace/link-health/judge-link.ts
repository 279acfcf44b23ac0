import { DEAD_AFTER_NIGHTS, type LinkState } from '@half-measure/shared/stats/link-health.ts'

/** What a link's checks have come to. */
export interface LinkRecord {
  /** Of the last response; null without one, and before the first check. */
  readonly status: number | null
  /** Nights in a row in which it did not work. */
  readonly failedNights: number
  /** The first of them. */
  readonly failingSince: Date | null
}

export type LinkOutcome = 'works' | 'refused' | 'failed'

/** Servers say this to programs, whatever they show people. 999 is LinkedIn's. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 451, 999])

/** @param status of the last response; null without one. */
export function outcomeOf(status: number | null): LinkOutcome {
  if (status === null) return 'failed'
  if (REFUSALS.has(status)) return 'refused'
  return status < 400 ? 'works' : 'failed'
}

const NEVER_FAILED = { failedNights: 0, failingSince: null } as const

/** A link after another night. A refusal says nothing about the page, so what was known stays. */
export function judgeLink(before: LinkRecord | undefined, status: number | null, at: Date): LinkRecord {
  const { failedNights, failingSince } = before ?? NEVER_FAILED
  switch (outcomeOf(status)) {
    case 'works':
      return { status, ...NEVER_FAILED }
    case 'refused':
      return { status, failedNights, failingSince }
    case 'failed':
      return { status, failedNights: failedNights + 1, failingSince: failingSince ?? at }
  }
}

/** @param record undefined before the first check. */
export function stateOf(record: LinkRecord | undefined): LinkState {
  if (!record) return 'unchecked'
  if (record.failedNights >= DEAD_AFTER_NIGHTS) return 'dead'
  if (outcomeOf(record.status) === 'refused') return 'refused'
  return record.failedNights > 0 ? 'failing' : 'working'
}

/** What administrators hear of: a link that died, and a dead one that works again. */
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
