import type { Earnings } from '@half-measure/shared/stats/affiliate-report.ts'
import { NO_FIGURE } from '../../format/number.ts'

/** `£120.50, £8.00 pending; €3.10`, pounds first; a dash where nothing was paid. */
export function earningsWords(earnings: readonly Earnings[]): string {
  return poundsFirst(earnings).map(wordsOf).join('; ') || NO_FIGURE
}

/** The same as a figure, `£120.50`, and a note: `£8.00 pending; €3.10`. */
export function earningsFigure(earnings: readonly Earnings[]): { value: string; note: string | undefined } {
  const [first, ...others] = poundsFirst(earnings)
  if (!first) return { value: NO_FIGURE, note: undefined }
  const [approved, ...pending] = wordsOf(first).split(', ')
  return { value: approved ?? NO_FIGURE, note: [...pending, ...others.map(wordsOf)].join('; ') || undefined }
}

function wordsOf({ currency, approved, pending }: Earnings): string {
  const money = moneyOf(currency)
  return [money.format(approved), pending !== 0 && `${money.format(pending)} pending`]
    .filter(Boolean)
    .join(', ')
}

function poundsFirst(earnings: readonly Earnings[]): Earnings[] {
  return earnings.toSorted((a, b) => Number(b.currency === 'GBP') - Number(a.currency === 'GBP'))
}

/** Earnings per click: `£0.42`; a dash where there is no click or nothing was paid. */
export function perClickWords(earnings: readonly Earnings[]): string {
  const words = poundsFirst(earnings).flatMap(({ currency, per_click }) =>
    per_click === null ? [] : [moneyOf(currency).format(per_click)],
  )
  return words.join('; ') || NO_FIGURE
}

/** For sorting only: a sum over currencies is never shown. */
export function earned(earnings: readonly Earnings[]): number | null {
  return earnings.length === 0 ? null : earnings.reduce((sum, { approved }) => sum + approved, 0)
}

function moneyOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency })
}
