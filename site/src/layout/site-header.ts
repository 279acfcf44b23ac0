/** Marks the header once the page is scrolled by more than 50 px; the style sheet does the rest. */
export function startSiteHeader(): void {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  const mark = document.querySelector('[data-scroll-mark]')
  if (!header || !mark) return
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false)
  }).observe(mark)
}
