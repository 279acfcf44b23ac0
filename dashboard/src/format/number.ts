const whole = new Intl.NumberFormat('en-GB')
const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

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
