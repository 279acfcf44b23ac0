import { publication } from '@half-measure/shared/publication.ts'
import { DEFAULT_PRESET } from '@half-measure/shared/stats/presets.ts'
import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { href, SCOPE_PARAMS } from '../paths.ts'
import { useNow } from '../ui/use-now.ts'
import { dayAt, type Day } from '../time/day.ts'
import { type Period, periodOf } from '../time/period.ts'
import { type PageParams, type PageScope, readScope, scopeHref, withOwn, writeScope } from './scope.ts'

/** The scope in the address, and links to others. */
export interface UsedScope extends PageScope {
  period: Period
  today: Day
  problems: string[]
  params: URLSearchParams
  /** The address of this page with parts changed. */
  hrefWith: (part: Partial<PageScope>, own?: PageParams) => string
  /** The address of another page about the same scope. */
  hrefOf: (path: string, own?: PageParams) => string
  /** Goes to this page with parts changed, unless it has been left. Typed changes replace the history entry. */
  change: (part: Partial<PageScope>, own?: PageParams, how?: 'typed' | 'chosen') => void
}

export function useScope(defaultPreset = DEFAULT_PRESET): UsedScope {
  const [params] = useSearchParams()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const today = dayAt(useNow(), publication.timeZone)
  const { scope, problems } = useMemo(() => readScope(params, defaultPreset), [params, defaultPreset])
  const { range, bots } = scope
  const period = useMemo(() => periodOf(range, today, bots), [range, today, bots])

  const hrefFrom = (before: URLSearchParams, part: Partial<PageScope>, own: PageParams = {}) => {
    const query = writeScope({ ...readScope(before, defaultPreset).scope, ...part }, defaultPreset)
    for (const [name, value] of before) {
      if (!SCOPE_PARAMS.includes(name) && !(name in own)) query.append(name, value)
    }
    return href(pathname, withOwn(query, own)) + hash
  }
  return {
    ...scope,
    period,
    today,
    problems,
    params,
    hrefWith: (part, own) => hrefFrom(params, part, own),
    hrefOf: (path, own) => scopeHref(scope, path, own),
    change(part, own, how = 'chosen') {
      // What was awaited may end after somebody has gone to another page.
      if (window.location.pathname !== pathname) return
      // The address may be ahead of what is rendered: two keys can be faster than a render.
      const current = new URLSearchParams(window.location.search)
      void navigate(hrefFrom(current, part, own), { replace: how === 'typed' })
    },
  }
}
