import type { Earnings } from '@half-measure/shared/stats/affiliate-report.ts'
import { NO_FIGURE } from '../../format/figure.ts'

/** `£120.50, £8.00 pending; €3.10`; a dash where nothing was paid. */
export function earningsWords(earnings: readonly Earnings[]): string {
  const words = earnings.map(({ currency, approved, pending }) => {
    const money = moneyOf(currency)
    return pending === 0
      ? money.format(approved)
      : `${money.format(approved)}, ${money.format(pending)} pending`
  })
  return words.join('; ') || NO_FIGURE
}

/** Earnings by a click: `£0.42`; a dash where there is no click or nothing was paid. */
export function perClickWords(earnings: readonly Earnings[]): string {
  const words = earnings.flatMap(({ currency, per_click }) =>
    per_click === null ? [] : [moneyOf(currency).format(per_click)],
  )
  return words.join('; ') || NO_FIGURE
}

/** In pounds or what else it was paid in, for ordering only: sums of different currencies are not told to anybody. */
export function earned(earnings: readonly Earnings[]): number | null {
  return earnings.length === 0 ? null : earnings.reduce((sum, { approved }) => sum + approved, 0)
}

function moneyOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency })
}
