/** Opens the device's share sheet, or copies the URL if it has none. */
export function startShare(): void {
  for (const share of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const status = share.querySelector('output')
    share.querySelector('button')?.addEventListener('click', () => {
      void shareOrCopy().then((said) => status?.replaceChildren(said))
    })
  }
}

async function shareOrCopy(): Promise<string> {
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  try {
    // Desktop Firefox has no sheet, whatever the types say.
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: document.title, url })
      return ''
    }
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch (error) {
    // Closing the sheet is not a failure.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : url
  }
}
