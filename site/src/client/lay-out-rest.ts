/** The blocks that `styles/defer.css` defers. */
const DEFERRED = '.prose > :nth-child(n + 6), .article-end > *, .products > *, .section ~ *, .site-footer'

/** Blocks laid out per step, few enough not to block a slow phone. */
const AT_ONCE = 2

/**
 * Whether the browser is about to scroll, to a linked heading or back to where the reader was. Then everything is
 * laid out at once: guessed heights would give the wrong position.
 */
export function laysOutAtOnce(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return location.hash !== '' || navigation?.type !== 'navigate'
}

/** Lays out what is below the first screen, from top to bottom, whenever the browser has nothing else to do. */
export async function layOutRest(): Promise<void> {
  const blocks = [...document.querySelectorAll<HTMLElement>(DEFERRED)]
  for (let next = 0; next < blocks.length; next += AT_ONCE) {
    await untilIdle()
    for (const block of blocks.slice(next, next + AT_ONCE)) block.style.contentVisibility = 'visible'
  }
}

function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Not every Safari has it.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, 50)
  })
}
