import { AsyncLocalStorage } from 'node:async_hooks'

const underWay = new AsyncLocalStorage<string | undefined>()

/** The id of the API token or share link that what runs now is for; undefined for an administrator. */
export function currentViewer(): string | undefined {
  return underWay.getStore()
}

/** @param viewer id of an API token or a share link; undefined for work that serves every viewer. */
export function runAsViewer<T>(viewer: string | undefined, work: () => T): T {
  return underWay.run(viewer, work)
}
