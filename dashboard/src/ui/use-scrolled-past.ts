import { useSyncExternalStore } from 'react'

/** Whether the page is scrolled further down than this. */
export function useScrolledPast(px: number): boolean {
  return useSyncExternalStore(onScroll, () => window.scrollY > px)
}

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
