import type { FigureUnit } from './stats/definitions.ts'

const whole = new Intl.NumberFormat('en-GB')
const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Stands for a figure that cannot be had, such as a rate of nothing. */
export const NO_FIGURE = '–'

/** `12,345` */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** `12,345 views`, `1 view` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** A rate in percent, two decimals: `3.27%` */
export function formatRate(percent: number): string {
  return `${twoDecimals.format(percent)}%`
}

/** A share in percent, one decimal: `40.0%` */
export function formatShare(percent: number): string {
  return `${oneDecimal.format(percent)}%`
}

/** `1.50` */
export function formatRatio(value: number): string {
  return twoDecimals.format(value)
}

/** `£1,204.50` */
export function formatPounds(value: number): string {
  return pounds.format(value)
}

/** `45s`, `2m 05s`, `1h 02m` */
export function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded}s`
  const minutes = Math.floor(rounded / 60)
  if (minutes < 60) return `${minutes}m ${twoDigits(rounded % 60)}s`
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`
}

const FORMATS: Record<FigureUnit, (value: number) => string> = {
  count: formatCount,
  percent: formatRate,
  seconds: formatDuration,
  milliseconds: (value) => `${formatCount(Math.round(value))} ms`,
  ratio: formatRatio,
  gbp: formatPounds,
}

/** A figure in full: `12,345`, `3.27%`, `1m 12s`, `£120.00`; a dash where there is none. */
export function formatFigure(unit: FigureUnit, value: number | null | undefined): string {
  return value === null || value === undefined ? NO_FIGURE : FORMATS[unit](value)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
