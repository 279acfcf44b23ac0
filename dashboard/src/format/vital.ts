import { NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import type { Vital } from '@half-measure/shared/stats/web-vitals.ts'

const FORMATS: Record<Vital, (value: number) => string> = {
  lcp: (value) => `${(value / 1_000).toFixed(2)} s`,
  inp: (value) => `${Math.round(value)} ms`,
  cls: (value) => value.toFixed(3),
}

/** `1.83 s`, `96 ms`, `0.031` */
export function formatVital(vital: Vital, value: number | null): string {
  return value === null ? NO_FIGURE : FORMATS[vital](value)
}
