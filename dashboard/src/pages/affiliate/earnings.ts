import type { AffiliateReport, Earnings } from '@half-measure/shared/stats/affiliate-report.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { formatDay, formatMoment } from '../../format/time.ts'
import type { Column } from '../../ui/Table.tsx'

/** `£120.50, £8.00 pending; €3.10`, pounds first; a dash where nothing was paid. */
export function earningsText(earnings: readonly Earnings[]): string {
  return poundsFirst(earnings).map(wordsOf).join('; ') || NO_FIGURE
}

/** The same as a figure, `£120.50`, and a note: `£8.00 pending; €3.10`. */
export function earningsFigure(earnings: readonly Earnings[]): { value: string; note: string | undefined } {
  const [first, ...others] = poundsFirst(earnings)
  if (!first) return { value: NO_FIGURE, note: undefined }
  const [approved, ...pending] = wordsOf(first).split(', ')
  return { value: approved ?? NO_FIGURE, note: [...pending, ...others.map(wordsOf)].join('; ') || undefined }
}

/** `Commissions: awin, purchases up to 31 October 2026 (last file imported Fri 20 Nov 2026, 14:02); …` */
export function importsText(imports: AffiliateReport['imports']): string {
  if (imports.length === 0) return 'No commissions imported yet: earnings appear with the first file'
  const networks = imports.map(
    ({ network, imported_at, last_day }) =>
      `${network}, purchases up to ${formatDay(last_day)} (last file imported ${formatMoment(imported_at)})`,
  )
  return `Commissions: ${networks.join('; ')}. Earnings from later clicks are not included.`
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
export function perClickText(earnings: readonly Earnings[]): string {
  const words = poundsFirst(earnings).flatMap(({ currency, per_click }) =>
    per_click === null ? [] : [moneyOf(currency).format(per_click)],
  )
  return words.join('; ') || NO_FIGURE
}

interface WithEarnings {
  readonly earnings: readonly Earnings[]
}

/**
 * Columns of earnings and earnings per click. Sums over currencies mean nothing, so rows are sorted by the currency
 * shown first, and a file has columns for each.
 */
export function earningsColumns(rows: readonly WithEarnings[]): Column<WithEarnings>[] {
  const all = poundsFirst(rows.flatMap(({ earnings }) => earnings))
  const currencies = [...new Set(all.map(({ currency }) => currency))]
  const figure =
    (currency: string | undefined, of: (earnings: Earnings) => number | null) =>
    ({ earnings }: WithEarnings) => {
      const own = earnings.find((one) => one.currency === currency)
      return own ? of(own) : null
    }
  const approved = ({ approved }: Earnings) => approved
  const pending = ({ pending }: Earnings) => pending
  const perClick = ({ per_click }: Earnings) => per_click
  const { commissions, epc } = DEFINITIONS
  return [
    {
      id: 'earned',
      header: commissions.label,
      isNumeric: true,
      value: figure(currencies[0], approved),
      render: ({ earnings }) => earningsText(earnings),
      saved: currencies.flatMap((currency) => [
        { header: `Approved (${currency})`, value: figure(currency, approved) },
        { header: `Pending (${currency})`, value: figure(currency, pending) },
      ]),
    },
    {
      id: 'epc',
      header: epc.label,
      isNumeric: true,
      value: figure(currencies[0], perClick),
      render: ({ earnings }) => perClickText(earnings),
      saved: currencies.map((currency) => ({
        header: `${epc.label} (${currency}): ${epc.definition}`,
        value: figure(currency, perClick),
      })),
    },
  ]
}

function moneyOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency })
}
