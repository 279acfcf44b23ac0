import { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { useReport } from '../../api/use-report.ts'
import { readSort, writeSort, type Sort } from '../../filters/sort.ts'
import type { Scope } from '../../filters/use-scope.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { formatPounds } from '../../format/pounds.ts'
import { formatMoment } from '../../format/time.ts'
import { Empty } from '../../ui/Empty.tsx'
import { FigureList } from '../../ui/FigureList.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SortableTable, type SortableColumn } from '../../ui/SortableTable.tsx'
import { earned, earningsFigure, earningsWords, perClickWords } from './earnings-words.ts'

type Totals = AffiliateReport['totals']
type PageRow = AffiliateReport['pages'][number]

const REPORT = { name: 'affiliate', schema: AffiliateReport }
const MOST_CLICKED: Sort = { by: 'clicks', descending: true }

/** What affiliate links bring: to the whole, by product, by place in the ranking, by page. */
export function AffiliateBoard({ scope }: { scope: Scope }) {
  const answer = useReport(REPORT, scope.period)
  const columns = ['name', 'clicks', 'visits', 'pounds', 'earned', 'per-click', 'per-thousand']
  const sort = readSort(scope.params, columns, MOST_CLICKED)
  const order = {
    sort,
    onSort: (sort: Sort) => scope.change({ own: { sort: writeSort(sort, MOST_CLICKED) } }),
  }
  return (
    <Figures answer={answer} skeleton={<Skeleton rows={16} />}>
      {({ totals, products, slots, pages, unattributed, imported_at }) => (
        <div className="stack">
          <Panel
            title="In all"
            note={
              imported_at === null
                ? 'No commissions imported yet'
                : `Commissions as of ${formatMoment(new Date(imported_at))}`
            }
          >
            <FigureList
              figures={[
                { label: 'Clicks', value: formatCount(totals.clicks), note: countOf(totals.visits, 'visit') },
                { label: 'Value', value: formatPounds(totals.pounds), note: 'an estimate, not a payment' },
                { label: 'Earned', ...earningsFigure(totals.earnings) },
                { label: 'Earned by a click', value: perClickWords(totals.earnings) },
              ]}
            />
            {unattributed.rows > 0 && (
              <p className="entry-facts">
                Of this, {earningsWords(unattributed.earnings)} in {countOf(unattributed.rows, 'commission')}{' '}
                whose sub-id names no page and product of the magazine.
              </p>
            )}
          </Panel>
          <Panel title="Products">
            <Table caption="Products" rows={products} nameOf={({ product }) => product} {...order} />
          </Panel>
          <Panel title="Places" note="By rank on the page">
            <Table
              caption="Places"
              rows={slots}
              nameOf={({ rank }) => (rank === null ? 'outside a ranking' : `Rank ${rank}`)}
              {...order}
            />
          </Panel>
          <Panel title="Pages" note="Clicks by 1,000 visits that saw the page">
            <Table caption="Pages" rows={pages} nameOf={({ page }) => page} more={PER_THOUSAND} {...order} />
          </Panel>
        </div>
      )}
    </Figures>
  )
}

const PER_THOUSAND: SortableColumn<PageRow>[] = [
  {
    id: 'per-thousand',
    header: 'Clicks / 1,000',
    value: ({ clicks_per_thousand }) => clicks_per_thousand,
    cell: ({ clicks_per_thousand }) => clicks_per_thousand?.toFixed(1) ?? '–',
  },
]

interface TableProps<Row extends Totals> {
  caption: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  more?: readonly SortableColumn<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

function Table<Row extends Totals>({ caption, rows, nameOf, more = [], sort, onSort }: TableProps<Row>) {
  if (rows.length === 0) return <Empty>No affiliate clicks in this period.</Empty>
  const columns: SortableColumn<Row>[] = [
    { id: 'name', header: caption.replace(/s$/, ''), value: nameOf, cell: nameOf },
    {
      id: 'clicks',
      header: 'Clicks',
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      id: 'visits',
      header: 'Visits',
      value: ({ visits }) => visits,
      cell: ({ visits }) => formatCount(visits),
    },
    ...more,
    {
      id: 'pounds',
      header: 'Value',
      value: ({ pounds }) => pounds,
      cell: ({ pounds }) => formatPounds(pounds),
    },
    {
      id: 'earned',
      header: 'Earned',
      value: ({ earnings }) => earned(earnings),
      cell: ({ earnings }) => earningsWords(earnings),
    },
    {
      id: 'per-click',
      header: 'By a click',
      value: ({ earnings }) => earnings[0]?.per_click ?? null,
      cell: ({ earnings }) => perClickWords(earnings),
    },
  ]
  return (
    <SortableTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={nameOf}
      sort={sort}
      onSort={onSort}
    />
  )
}
