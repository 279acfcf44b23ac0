import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../paths.ts'
import { readExploreView, writeExploreView, type ExploreView, type ReadExploreView } from './explore-view.ts'

export interface UsedExploreView extends ReadExploreView {
  /** The address of this view with a part of it changed. */
  addressOf: (part: Partial<ExploreView>) => string
  /** Goes to another view. What is typed replaces the address; what is chosen can be gone back from. */
  change: (part: ViewChange, how?: 'typed' | 'chosen') => void
}

/** What is to be different: a part, or what makes it of the view as it is by then. */
export type ViewChange = Partial<ExploreView> | ((view: ExploreView) => Partial<ExploreView>)

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
    change(part, how = 'chosen') {
      // The address may be a step ahead of what is drawn: two keys may come faster than a drawing.
      const { view } = readExploreView(new URLSearchParams(window.location.search))
      const changed = { ...view, ...(typeof part === 'function' ? part(view) : part) }
      void navigate(pathOf(writeExploreView(changed)), { replace: how === 'typed', preventScrollReset: true })
    },
  }
}
