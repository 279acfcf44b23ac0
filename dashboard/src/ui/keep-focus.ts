/** Parts of a page that make sense as the place where somebody is. */
const PLACES = 'section, form, fieldset, dialog, [popover], main'

/** Milliseconds for a page to choose a better place by itself. */
const GRACE_MS = 100

/**
 * Keeps the focus near its place when the element that has it goes: a row is removed, a form makes room for its result,
 * or a new one is shown in its place. Otherwise it would be at the top of the document, without a word.
 */
export function startKeepingFocus(): void {
  /** The element with the focus and all around it, from the inside. Empty once somebody has left it. */
  let path: HTMLElement[] = []
  document.addEventListener(
    'focusin',
    ({ target }) => (path = target instanceof HTMLElement ? around(target) : []),
  )
  document.addEventListener('pointerdown', () => (path = []))
  let timer: ReturnType<typeof setTimeout> | undefined
  new MutationObserver(() => {
    clearTimeout(timer)
    if (path[0]?.isConnected === false) timer = setTimeout(recover, GRACE_MS)
  }).observe(document.body, { childList: true, subtree: true })

  function recover(): void {
    const [lost] = path
    if (!lost || lost.isConnected || document.activeElement !== document.body) return
    const place = path.find((element) => element.isConnected && element.matches(PLACES))
    if (!place) return
    const target =
      equalOf(lost, place) ?? (place.tagName === 'MAIN' ? document.querySelector('h1') : null) ?? place
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
}

function around(element: HTMLElement): HTMLElement[] {
  return element.parentElement ? [element, ...around(element.parentElement)] : [element]
}

/** The field or button that was rendered in place of another. */
function equalOf(lost: HTMLElement, place: HTMLElement): HTMLElement | null {
  const name = lost.getAttribute('name') ?? lost.getAttribute('aria-label')
  if (!name) return null
  const others = place.querySelectorAll<HTMLElement>(lost.tagName)
  return (
    [...others].find((other) => (other.getAttribute('name') ?? other.getAttribute('aria-label')) === name) ??
    null
  )
}
