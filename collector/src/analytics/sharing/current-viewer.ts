import { AsyncLocalStorage } from 'node:async_hooks'

/** The caller of a query. */
interface Caller {
  readonly id: string
  readonly isViewer: boolean
}

const underWay = new AsyncLocalStorage<Caller | undefined>()

/** The id of the API token or share link for which this code runs; undefined for an administrator. */
export function currentViewer(): string | undefined {
  const caller = underWay.getStore()
  return caller?.isViewer ? caller.id : undefined
}

/** The queue of a query: a viewer's, an administrator's, or `''` for alerts, reports and work that serves everybody. */
export function currentQueue(): string {
  return underWay.getStore()?.id ?? ''
}

/** @param viewer id of an API token or a share link; undefined for work that serves every viewer. */
export function runAsViewer<T>(viewer: string | undefined, work: () => T): T {
  return underWay.run(viewer === undefined ? undefined : { id: viewer, isViewer: true }, work)
}

/** @param id of the account. */
export function runAsAdministrator<T>(id: string, work: () => T): T {
  return underWay.run({ id, isViewer: false }, work)
}

/** Binds work to the current caller, whatever context its next part is called in. */
export function forCurrentCaller<Work extends (...args: never[]) => unknown>(work: Work): Work {
  return AsyncLocalStorage.bind(work as never)
}
