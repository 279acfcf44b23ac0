import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readView, writeView, type ReadView, type View } from './view.ts'

interface UsedView extends ReadView {
  change: (part: Partial<View>) => void
}

/** The view the address names, and a way to another one. */
export function useView(): UsedView {
  const [params, setParams] = useSearchParams()
  const read = useMemo(() => readView(params), [params])
  const change = (part: Partial<View>) => setParams(writeView({ ...read.view, ...part }))
  return { ...read, change }
}
