import { publication } from '@half-measure/shared/publication.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useNow } from '../ui/use-now.ts'
import { dayAt, type Day } from './day.ts'
import { readExploreView, writeExploreView, type Span } from './explore-view.ts'
import type { Period } from './period.ts'
import { spanPeriod } from './span.ts'

/** Which time a room is about, and whether bots count. Everything else in the address is the room's own. */
export interface Scope {
  span: Span
  bots: Period['bots']
  today: Day
  period: Period
  problems: string[]
  params: URLSearchParams
  /** The address's query with the given parts changed; null leaves a part out. */
  queryWith: (part: ScopePart) => URLSearchParams
  change: (part: ScopePart) => void
}

export interface ScopePart {
  span?: Span
  bots?: Period['bots']
  own?: Readonly<Record<string, string | readonly string[] | null>>
}

const OF_SCOPE = ['period', 'from', 'to', 'bots'] as const

/** The overview's words for period and bots, read from the address. */
export function useScope(): Scope {
  const [params, setParams] = useSearchParams()
  const today = dayAt(useNow(), publication.timeZone)
  const { view, problems } = useMemo(() => readExploreView(onlyScope(params)), [params])
  const { span, bots } = view
  const period = useMemo(() => spanPeriod(span, today, bots), [span, today, bots])
  const queryWith = ({ own = {}, ...part }: ScopePart) => {
    const query = writeExploreView({ ...view, ...part })
    for (const [name, value] of params) if (!isOfScope(name) && !(name in own)) query.append(name, value)
    for (const [name, value] of Object.entries(own)) {
      for (const text of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, text)
    }
    return query
  }
  return {
    span,
    bots,
    today,
    period,
    problems,
    params,
    queryWith,
    change: (part) => setParams(queryWith(part), { preventScrollReset: true }),
  }
}

function onlyScope(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => isOfScope(name)))
}

function isOfScope(name: string): boolean {
  return OF_SCOPE.some((known) => known === name)
}
