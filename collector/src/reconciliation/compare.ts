import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { SessionKeeper } from '../warehouse/sessions/session-keeper.ts'
import type { CollectorFigures } from './coordination/collector-figures.ts'
import type { Coordination } from './coordination/coordination.ts'
import {
  equations,
  equationsOfOthers,
  erasedSessionsStored,
  foreignRows,
  isDifference,
  reportOfCollector,
  tableCounts,
} from './equations.ts'
import type { ErasedSessions } from './erasure/erased-sessions.ts'
import { keptSince } from './months.ts'
import { countKept, type KeptLog } from './replay.ts'
import { uniqueness } from './uniqueness.ts'

interface CompareOptions {
  readonly clickhouse: Pick<ClickHouse, 'migrator'>
  readonly coordination: Coordination
  readonly sessions: SessionKeeper
  readonly erased: ErasedSessions
  readonly retentionMonths: number
}

export interface Compared {
  readonly findings: Finding[]
  /** Findings that cannot be made now, and why. */
  readonly skipped: string[]
}

/**
 * Compares one collector's figures and kept log with its rows, and what all collectors have in common. While nothing is
 * loaded or removed.
 *
 * @param id of the collector that has these figures.
 */
export async function compareEvents(
  { clickhouse: { migrator }, coordination, erased }: CompareOptions,
  id: string,
  figures: () => CollectorFigures,
  log: KeptLog,
): Promise<Compared> {
  const others = await coordination.heartbeat()
  const counts = await tableCounts(migrator)
  const own = equations(reportOfCollector(id, figures(), counts))
  const kept = await countKept(log)
  const standing = equationsOfOthers(others, counts)
  const findings: Finding[] = [
    ...own,
    { name: 'kept log: rows that the tables have = rows', left: kept.present, right: kept.rows },
    ...standing.findings,
    foreignRows([id, ...others.map((other) => other.id)], counts),
    ...(await uniqueness(migrator)),
    await erasedSessionsStored(migrator, await erased.list()),
  ]
  return { findings, skipped: standing.skipped }
}

/**
 * Compares finished sessions with the raw rows. Loading continues, since compared sessions ended long ago; only late
 * events may be seen half inserted.
 *
 * @param whilePaused runs the second attempt, with loading paused.
 */
export async function compareSessions(
  { coordination, sessions, retentionMonths }: CompareOptions,
  whilePaused: (task: () => Promise<Finding[]>) => Promise<Finding[]>,
  deadline?: Deadline,
): Promise<Compared> {
  const compare = () => sessions.compare(keptSince(new Date(), retentionMonths))
  const findings = await coordination.exclusively('maintenance', compare, deadline)
  if (!findings.some(isDifference)) return { findings, skipped: [] }
  const again = await whilePaused(compare)
  const isBusy = coordination.others.some(({ state }) => state === 'live')
  const unconfirmed = isBusy ? again.filter(isDifference) : []
  return {
    findings: again.filter((finding) => !unconfirmed.includes(finding)),
    skipped: unconfirmed.map(({ name }) => `${name}, while another collector loads`),
  }
}
