import { NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import type { Vital } from '@half-measure/shared/stats/web-vitals.ts'

/** `1.83 s`, `96 ms`, `0.031` */
export function formatVital(vital: Vital, value: number | null): string {
  if (value === null) return NO_FIGURE
  switch (vital) {
    case 'lcp':
      return `${(value / 1_000).toFixed(2)} s`
    case 'inp':
      return `${Math.round(value)} ms`
    case 'cls':
      return value.toFixed(3)
  }
}
