/**
 * Sets the page in our fonts, which the browser fetches only now; until then it is set in the stand-ins of `fonts.css`.
 * A reader who arrives sees the first screen sooner, because text and picture have the connection for themselves.
 */
export function startWebFonts(): void {
  const use = (): void => void document.documentElement.toggleAttribute('data-web-fonts', true)
  // From another page of ours: the cache has them.
  if (document.referrer.startsWith(`${location.origin}/`)) use()
  else if (document.readyState === 'complete') afterPaint(use)
  else addEventListener('load', () => afterPaint(use), { once: true })
}

/** Calls it once what is there now has been painted. */
function afterPaint(call: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(call))
}
