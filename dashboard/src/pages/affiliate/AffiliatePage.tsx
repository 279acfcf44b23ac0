import { readAffiliate } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import type { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { Link } from 'react-router-dom'
import { useReport } from '../../api/stats.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { type UsedComparison, useComparison } from '../../filters/use-comparison.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { exploreHref, pageHref } from '../../filters/value-hrefs.ts'
import { countOf, formatCount, formatPounds } from '@half-measure/shared/format-figures.ts'
import { deltaOf } from '../../format/metric.ts'
import { useMay } from '../../layout/admin-access.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { fileName, type Period } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { SortedTable, useSortParam } from '../../ui/SortedTable.tsx'
import { type Column, figureColumn } from '../../ui/Table.tsx'
import { CommissionNetworks } from './CommissionNetworks.tsx'
import { CommissionUpload } from './CommissionUpload.tsx'
import { earningsColumns, earningsFigure, earningsText, importsText, perClickText } from './earnings.ts'

type Totals = AffiliateReport['totals']

/** What affiliate links bring: in total, by product, by position, by page. */
export function AffiliatePage() {
  const scope = useScope()
  const mayImport = useMay('content')
  const comparison = useComparison(scope)
  const result = useReport(readAffiliate, scope.period, { query: comparison.query })
  return (
    <ScopedPage title="Affiliate" subtitle="Clicks on product links, and what networks pay" scope={scope}>
      <Loaded result={result} rows={16}>
        {(report) => (
          <Report {...report} before={comparison.before(report)} comparison={comparison} scope={scope} />
        )}
      </Loaded>
      {mayImport && (
        <>
          <CommissionUpload />
          <CommissionNetworks />
        </>
      )}
    </ScopedPage>
  )
}

interface ReportProps extends AffiliateReport {
  /** The same report for the compared range. */
  before: AffiliateReport | null
  comparison: Pick<UsedComparison, 'days' | 'words'>
  scope: UsedScope
}

function Report(props: ReportProps) {
  const { totals, products, positions, pages, others, unattributed } = props
  const { imports, before, comparison, scope } = props
  const labelOf = useValueLabel()
  const isFiltered = scope.filters.length > 0
  // Networks do not name sessions, so filters leave earnings unknown; so does a missing import.
  const hasEarnings = !isFiltered && imports.length > 0
  const common = { period: scope.period, days: comparison.days, isFiltered, hasEarnings }
  return (
    <div className="stack">
      <Panel
        title="Total"
        note={
          isFiltered
            ? 'Without commissions: networks do not say which sessions they come from'
            : importsText(imports)
        }
      >
        <FigureList
          figures={[
            {
              label: DEFINITIONS.affiliateClicks.label,
              value: formatCount(totals.clicks),
              change: deltaOf('clicks', totals.clicks, before?.totals.clicks),
              note: `${countOf(totals.sessions, 'session')} of the period had one`,
            },
            {
              label: DEFINITIONS.affiliateValue.label,
              value: formatPounds(totals.pounds),
              change: deltaOf('revenue', totals.pounds, before?.totals.pounds),
              note: 'an estimate, not a payment',
            },
            ...(hasEarnings
              ? [
                  { label: DEFINITIONS.commissions.label, ...earningsFigure(totals.earnings) },
                  { label: 'EPC (earnings per counted click)', value: perClickText(totals.earnings) },
                ]
              : []),
          ]}
        />
        {comparison.words !== null && <p className="note">{comparison.words}</p>}
        <Definitions
          of={[
            DEFINITIONS.affiliateClicks,
            DEFINITIONS.affiliateSessions,
            DEFINITIONS.affiliateValue,
            DEFINITIONS.commissions,
            DEFINITIONS.epc,
            DEFINITIONS.clicksPerThousand,
            DEFINITIONS.filteredSessions,
          ]}
        />
        {unattributed.rows > 0 && (
          <p className="note">
            Of this, {earningsText(unattributed.earnings)} in {countOf(unattributed.rows, 'commission')} whose
            sub-id matches no page and product.
          </p>
        )}
      </Panel>
      <Breakdown
        {...common}
        title="Products"
        header="Product"
        rows={products}
        others={others.products}
        before={before?.products}
        nameOf={({ product }) => product}
        hrefOf={({ product, is_named }) => (is_named ? exploreHref(scope, 'product', product) : null)}
      />
      <Breakdown
        {...common}
        title="Positions"
        note="By rank on the page"
        header="Position"
        rows={positions}
        others={others.positions}
        before={before?.positions}
        nameOf={({ rank }) => (rank === null ? 'Outside a ranking' : `Rank ${rank}`)}
      />
      <Breakdown
        {...common}
        title="Pages"
        note="Affiliate clicks per 1,000 sessions that viewed the page"
        header="Page"
        rows={pages}
        others={others.pages}
        before={before?.pages}
        nameOf={({ page }) => labelOf('page', page)}
        hrefOf={({ page }) => pageHref(scope, page)}
        more={figureColumn(
          DEFINITIONS.clicksPerThousand,
          ({ clicks_per_thousand }: AffiliateReport['pages'][number]) => clicks_per_thousand,
          (clicks) => clicks.toFixed(1),
          { id: 'per-thousand' },
        )}
      />
    </div>
  )
}

interface BreakdownProps<Row extends Totals> {
  title: string
  note?: string
  header: string
  rows: readonly Row[]
  /** Commissions that are in no row. */
  others: Totals['earnings']
  /** Rows of the compared range. */
  before: readonly Row[] | undefined
  nameOf: (row: Row) => string
  /** Where a row leads, if anywhere. */
  hrefOf?: (row: Row) => string | null
  period: Period
  /** The compared days, as a file names them. */
  days: string
  isFiltered: boolean
  hasEarnings: boolean
  more?: Column<Row>
}

function Breakdown<Row extends Totals>(props: BreakdownProps<Row>) {
  const { title, note, header, rows, others, before, nameOf, hrefOf, more } = props
  const { period, days, isFiltered, hasEarnings } = props
  const byName = new Map(before?.map((row) => [nameOf(row), row]))
  const comparedBy = (of: (row: Row) => number) =>
    before && {
      compared: {
        better: 'higher' as const,
        days,
        value: (row: Row) => {
          const earlier = byName.get(nameOf(row))
          return earlier ? of(earlier) : 0
        },
      },
    }
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header,
      value: nameOf,
      render: (row) => {
        const to = hrefOf?.(row)
        return to ? <Link to={to}>{nameOf(row)}</Link> : nameOf(row)
      },
    },
    figureColumn(DEFINITIONS.affiliateClicks, ({ clicks }) => clicks, formatCount, {
      id: 'clicks',
      ...comparedBy(({ clicks }) => clicks),
    }),
    figureColumn(DEFINITIONS.affiliateSessions, ({ sessions }) => sessions, formatCount, { id: 'sessions' }),
    ...(more ? [more] : []),
    figureColumn(DEFINITIONS.affiliateValue, ({ pounds }) => pounds, formatPounds, {
      id: 'value',
      ...comparedBy(({ pounds }) => pounds),
    }),
    ...(hasEarnings ? earningsColumns(rows) : []),
  ]
  const sorting = useSortParam(columns, { by: 'clicks', descending: true })
  return (
    <Panel title={title} note={note}>
      {rows.length === 0 ? (
        <Empty>
          No affiliate clicks{isFiltered && ' of these sessions'} in this period. They come from product links
          in reviews; choose a longer period to see earlier ones.
        </Empty>
      ) : (
        <SortedTable
          caption={title}
          columns={columns}
          rows={rows}
          keyOf={nameOf}
          layout="wide"
          file={fileName(`affiliate-${title.toLowerCase()}`, period)}
          {...sorting}
        />
      )}
      {others.length > 0 && (
        <p className="note">
          Other {title.toLowerCase()}, with fewer commissions each: {earningsText(others)} together.
        </p>
      )}
    </Panel>
  )
}
