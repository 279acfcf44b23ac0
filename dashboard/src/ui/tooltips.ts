/** Milliseconds before a tooltip opens. */
const OPEN_DELAY_MS = 700
/** Milliseconds after a tooltip closes in which the next opens at once. */
const SKIP_DELAY_MS = 300

/** Shows the `title` of whatever is under the pointer as a tooltip with delays of ours; browsers have their own. */
export function startTooltips(): void {
  const tip = Object.assign(document.createElement('div'), { className: 'tooltip', popover: 'manual' })
  document.body.append(tip)
  let owner: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closedAt = -Infinity

  function close(): void {
    clearTimeout(timer)
    // React may have written a newer one meanwhile.
    if (owner && !owner.title) owner.title = tip.textContent
    owner?.removeAttribute('aria-description')
    owner = null
    if (!tip.matches(':popover-open')) return
    tip.hidePopover()
    closedAt = performance.now()
  }

  function open(element: HTMLElement): void {
    tip.showPopover()
    const { left, top, bottom } = element.getBoundingClientRect()
    const { width, height } = tip.getBoundingClientRect()
    tip.style.left = `${Math.max(0, Math.min(left, innerWidth - width))}px`
    tip.style.top = `${bottom + height > innerHeight ? top - height : bottom}px`
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[title]:not(input)') : null
    if (owner && target instanceof Node && (owner.contains(target) || tip.contains(target))) return
    close()
    if (!element || pointerType === 'touch') return
    owner = element
    tip.textContent = element.title
    element.removeAttribute('title')
    element.setAttribute('aria-description', tip.textContent)
    const delay = performance.now() - closedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS
    timer = setTimeout(() => open(element), delay)
  })
  document.addEventListener(
    'keydown',
    (event) => {
      // Escape closes the tip and nothing else.
      if (event.key === 'Escape' && tip.matches(':popover-open')) event.stopPropagation()
      close()
    },
    true,
  )
  for (const event of ['pointerdown', 'scroll']) document.addEventListener(event, close, true)
}
