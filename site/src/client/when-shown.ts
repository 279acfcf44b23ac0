/** Calls `start` once the page is shown; a page that the browser renders ahead of a click may never be. */
export function whenShown(start: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', start, { once: true })
  } else {
    start()
  }
}
