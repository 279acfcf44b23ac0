import { type Metric, onCLS, onINP, onLCP } from 'web-vitals'
import type { Track } from './track.ts'

/** The fields of an engagement event. */
type Vitals = { lcp_ms?: number; inp_ms?: number; cls?: number }

/**
 * Measures the page's web vitals and reports them whenever the page is hidden, which may be the last chance. Values
 * that have grown since are reported again with the time of the page view: it identifies the load, and a page left
 * open for hours begins no new session. A page restored from the browser's cache is a new load.
 *
 * @param loadedAt the moment of the page view, ISO 8601; another one after each return to the page.
 */
export function watchVitals(track: Track, loadedAt: () => string): void {
  let changed: Vitals = {}
  const milliseconds = ({ value }: Metric) => Math.min(Math.round(value), 3_600_000)
  onLCP((metric) => void (changed.lcp_ms = milliseconds(metric)))
  onINP((metric) => void (changed.inp_ms = milliseconds(metric)))
  // Four decimals are plenty, and do not move the thresholds.
  onCLS(({ value }) => void (changed.cls = Math.min(Math.round(value * 10_000) / 10_000, 1_000)))
  const report = (): void => {
    if (!document.hidden || Object.keys(changed).length === 0) return
    track({ type: 'engagement', ...changed }, loadedAt())
    changed = {}
  }
  // After the library's own listeners, which are the window's, and before the tracker's, which sends what there is.
  document.addEventListener('visibilitychange', report, true)
}
