import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/**
 * Begins a page that a link has led to at its top, as if the browser had loaded it: the title has the focus, so screen
 * readers say where they are and Tab goes on from there.
 */
export function StartAtTitle() {
  const { pathname } = useLocation()
  const how = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Going back, the browser scrolls to where the reader was.
    if (how === NavigationType.Pop) return
    scrollTo(0, 0)
    document.querySelector('h1')?.focus()
  }, [pathname, how])
  return null
}
