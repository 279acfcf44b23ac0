import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../paths.ts'
import { readExploreView, writeExploreView, type ExploreView, type ReadExploreView } from './explore-view.ts'

export interface UsedExploreView extends ReadExploreView {
  /** The address of this view with a part of it changed. */
  addressOf: (part: Partial<ExploreView>) => string
  /** Goes there. What is typed replaces the address; what is chosen can be gone back from. */
  change: (part: Partial<ExploreView>, how?: 'typed' | 'chosen') => void
}

/**
 * The view that the address names, and ways to others.
 *
 * @param pathOf the page that shows it; the overview, unless another one speaks the same language.
 */
export function useExploreView(pathOf: (query: URLSearchParams) => string = paths.explore): UsedExploreView {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const read = useMemo(() => readExploreView(params), [params])
  const addressOf = (part: Partial<ExploreView>) => pathOf(writeExploreView({ ...read.view, ...part }))
  return {
    ...read,
    addressOf,
    change: (part, how = 'chosen') =>
      void navigate(addressOf(part), { replace: how === 'typed', preventScrollReset: true }),
  }
}
