import { readScope, scopeHref } from '../filters/scope.ts'
import type { ScopeLinks } from '../filters/value-hrefs.ts'
import { useLastScope } from './last-scope.ts'

// Apart from `last-scope.ts`, which every page loads first.

/** Links that keep the last scope. */
export function useLastScopeLinks(): ScopeLinks {
  const { scope } = readScope(useLastScope())
  return { hrefOf: (path, own) => scopeHref(scope, path, own) }
}
