import { useRouteLoaderData } from 'react-router-dom'
import type { RootData } from './root.ts'

/** Origin of the public site; null when the server did not say. */
export function useSite(): string | null {
  return useRouteLoaderData<RootData>('root')?.site ?? null
}
