import { AsyncLocalStorage } from 'node:async_hooks'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { Provenance } from '@half-measure/shared/stats/engine/stats-result.ts'

/** The caller of a query. */
interface Caller {
  readonly id: string
  readonly isViewer: boolean
}

const currentCaller = new AsyncLocalStorage<Caller | undefined>()

/** The id of the API token or share link for which this code runs; undefined for an administrator. */
export function currentViewer(): string | undefined {
  const caller = currentCaller.getStore()
  return caller?.isViewer ? caller.id : undefined
}

/**
 * The time up to which the current caller sees figures: for viewers the start of the hour. Otherwise one query after the
 * other would show each reader who arrives.
 */
export function visibleUntil(now: number): number {
  return currentViewer() === undefined ? now : now - (now % HOUR_MS)
}

/** The part of a range that the current caller may see; for viewers it ends with the last whole hour. */
export function visibleRange<Range extends { readonly from: string; readonly to: string }>(
  range: Range,
  now: number,
): Range {
  const until = visibleUntil(now)
  if (until === now || Date.parse(range.to) <= until) return range
  return { ...range, to: new Date(Math.max(until, Date.parse(range.from))).toISOString() }
}

/** What a viewer may know of how a result came about: the rows read would count the sessions of the hidden hour. */
export function visibleProvenance(provenance: Provenance, now: number): Provenance {
  const until = new Date(visibleUntil(now)).toISOString()
  if (currentViewer() === undefined || provenance.as_of < until) return provenance
  return { ...provenance, as_of: until, rows_read: 0, bytes_read: 0 }
}

/** The queue of a query: a viewer's, an administrator's, or `''` for alerts, reports and work that serves everybody. */
export function currentQueue(): string {
  return currentCaller.getStore()?.id ?? ''
}

/** @param viewer id of an API token or a share link; undefined for work that serves every viewer. */
export function runAsViewer<T>(viewer: string | undefined, work: () => T): T {
  return currentCaller.run(viewer === undefined ? undefined : { id: viewer, isViewer: true }, work)
}

/** @param id of the account. */
export function runAsAdministrator<T>(id: string, work: () => T): T {
  return currentCaller.run({ id, isViewer: false }, work)
}

/** Binds work to the current caller, whatever context its next part is called in. */
export function forCurrentCaller<Work extends (...args: never[]) => unknown>(work: Work): Work {
  return AsyncLocalStorage.bind(work as never)
}
