/** Tells whoever debugs a dead link which path was attempted. */
export function logNotFound(): void {
  if (!document.querySelector('[data-not-found]')) return
  console.error('404: no page at', location.pathname)
}
