import type { GOAL_DEPTHS } from '@half-measure/shared/stats/goals.ts'
import type { Track } from './track.ts'

const TICK_MS = 1_000
const REPORT_MS = 30_000
/** Percent of an article's text. */
const DEPTHS = [25, 50, 75, 100] as const satisfies typeof GOAL_DEPTHS

/**
 * Watches the reading of the page's article, if it has one: seconds in which it was visible and focused, and how
 * much of its body has been on the screen. Looks once a second, and only while `allowed`.
 */
export function watchReading(track: Track, allowed: () => boolean) {
  const article = document.querySelector('[data-reading]')
  let activeMs = 0
  let deepest = 0

  /** Reports the seconds since the last report. */
  function report(): void {
    if (activeMs > 0) track({ type: 'engagement', active_ms: activeMs })
    activeMs = 0
  }

  function tick(body: Element): void {
    if (document.hidden || !document.hasFocus() || !allowed()) return
    activeMs += TICK_MS
    const depth = depthOf(body)
    for (const reached of DEPTHS) {
      if (reached > deepest && reached <= depth)
        track({ type: 'engagement', scroll_depth: (deepest = reached) })
    }
    if (activeMs >= REPORT_MS) report()
  }

  if (article) setInterval(() => tick(article), TICK_MS)
  return {
    report,
    /** Starts over: the reader has come back to the page. */
    restart() {
      activeMs = deepest = 0
    },
  }
}

/** Percent of the article's body that has been above the screen's lower edge. The body is its prose, first to last. */
function depthOf(article: Element): number {
  const parts = [...article.querySelectorAll(':scope > .prose')].map((part) => part.getBoundingClientRect())
  const { top = 0 } = parts[0] ?? {}
  const { bottom = 0 } = parts.at(-1) ?? {}
  // A pixel of grace: layouts have fractions.
  return ((innerHeight + 1 - top) / (bottom - top)) * 100
}
