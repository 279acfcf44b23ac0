/** Puts the house's own picture where a product's picture does not load. */
export function startProductImageFallback(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-placeholder]')) {
    const image = frame.querySelector('img')
    if (!image) continue
    const replace = (): void => {
      for (const source of frame.querySelectorAll('source')) source.remove()
      image.removeAttribute('srcset')
      image.src = frame.dataset['placeholder'] ?? ''
    }
    image.addEventListener('error', replace, { once: true })
    // It may have failed before this script ran.
    if (image.complete && image.currentSrc !== '' && image.naturalWidth === 0) replace()
  }
}
