/** Wide tables, and the text of the offer to erase in a low window. */
const PLACES = '.table-scroll, [data-erasure-status]'

/** Makes places that scroll a stop of the keyboard, but only while they have to be scrolled. */
export function startScrollingPlaces(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const place = target.closest<HTMLElement>(PLACES)
      if (!place) continue
      if (place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight) place.tabIndex = 0
      else place.removeAttribute('tabindex')
    }
  })
  for (const part of document.querySelectorAll(`${PLACES}, .table-scroll > table`)) observer.observe(part)
}
