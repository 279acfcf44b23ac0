import type { Step } from './step.ts'

/** One page, one path: no query, no fragment, no doubled slash, no slash at the end. */
export const putPagePath: Step = (draft) => {
  if (draft.event.type !== 'ab_assignment') draft.pagePath = normalisePath(draft.event.page_path)
  return undefined
}

export function normalisePath(path: string): string {
  // Nearly all are as they should be.
  if (!/[?#]|\/\/|.\/$/s.test(path)) return path
  const bare = path.replace(/[?#].*$/s, '').replaceAll(/\/{2,}/g, '/')
  return bare.length > 1 ? bare.replace(/\/$/, '') : '/'
}
