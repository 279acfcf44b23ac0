/** Shows or hides one part of the bar at the foot of the page; the bar is there while any part is. */
export function showPart(part: HTMLElement, shown: boolean): void {
  part.hidden = !shown
  const bar = part.parentElement
  if (!bar) return
  bar.hidden = [...bar.children].every((other) => other instanceof HTMLElement && other.hidden)
  // The page's end, and whatever has focus, stays clear of the bar.
  document.documentElement.style.setProperty('--consent-height', bar.hidden ? '0px' : `${bar.offsetHeight}px`)
}
