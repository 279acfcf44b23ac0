import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { pageOf, paths } from '../paths.ts'

const KEY = 'last scope'

/** The parameters whose scope links to pages of figures keep: this page's, or those of the last one with a scope in this tab. */
export function useLastScope(): URLSearchParams {
  const { pathname, search } = useLocation()
  const hasScope = pageOf(pathname)?.keepsScope === true && !pathname.startsWith(`${paths.sessions}/`)
  useEffect(() => {
    if (hasScope) sessionStorage.setItem(KEY, search)
  }, [hasScope, search])
  return new URLSearchParams(hasScope ? search : (sessionStorage.getItem(KEY) ?? ''))
}
