/** Makes tables a stop of the keyboard only while they are wider than their place, and so have to be scrolled. */
export function startScrollingTables(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const place = target.closest<HTMLElement>('.table-scroll')
      if (!place) continue
      if (place.scrollWidth > place.clientWidth) place.tabIndex = 0
      else place.removeAttribute('tabindex')
    }
  })
  for (const part of document.querySelectorAll('.table-scroll, .table-scroll > table')) observer.observe(part)
}
