import {
  HISTORY_PROVIDERS,
  HISTORY_SPLITS,
  type HistoryImport,
  type HistorySplit,
  type ImportedHistory,
} from '@half-measure/shared/stats/imported-history.ts'
import { formatCount } from '@half-measure/shared/format-figures.ts'
import { readImported } from '@half-measure/shared/routes/history.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { longRangeLabel } from '../../format/time.ts'
import { ImportedSeries } from '../../imported/ImportedSeries.tsx'
import { parseDay } from '../../time/day.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Select } from '../../ui/Form.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SortedTable } from '../../ui/SortedTable.tsx'
import { type Column, figureColumn } from '../../ui/Table.tsx'

const SPLITS: Readonly<Record<HistorySplit, string>> = {
  page: 'Pages',
  source: 'Sources',
  country: 'Countries',
  device: 'Devices',
}

/** What the imported files say, over any days. */
export function ImportedFigures({ imports }: { imports: readonly HistoryImport[] }) {
  const [params, setParams] = useSearchParams()
  const days = imports.flatMap(({ first_day, last_day }) => [first_day, last_day]).toSorted()
  const from = parseDay(params.get('from') ?? '') ?? days[0] ?? ''
  const to = parseDay(params.get('to') ?? '') ?? days.at(-1) ?? ''
  const by = HISTORY_SPLITS.find((split) => split === params.get('by')) ?? 'page'
  const query = { first_day: from, last_day: to < from ? from : to, by, limit: String(MAX_VALUES) }
  const result = useApiQuery(readImported, { query }, { placeholderData: keepPreviousData })
  const change = (part: Record<string, string>) =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...part }))

  return (
    <>
      <Form
        layout="row"
        label="Days"
        key={`${from} ${to}`}
        onSubmit={(field) => change({ from: field('from'), to: field('to') })}
      >
        <Field isInline label="From" name="from" type="date" defaultValue={from} required />
        <Field isInline label="To" name="to" type="date" defaultValue={to} required />
        <Button type="submit">Show</Button>
      </Form>
      <Loaded result={result} what="The imported figures" rows={8}>
        {({ series, rows }) =>
          series.length === 0 ? (
            <Empty>Nothing was imported for these days. Choose other days above.</Empty>
          ) : (
            <div className="stack">
              {series.map((one) => {
                const { label, visits } = HISTORY_PROVIDERS[one.provider]
                return (
                  <Panel
                    key={one.provider}
                    title={`Imported from ${label}`}
                    note={`Page views and ${visits} as ${label} counts them`}
                  >
                    <ImportedSeries {...one} />
                  </Panel>
                )
              })}
              <Panel
                title={SPLITS[by]}
                note={[longRangeLabel(query.first_day, query.last_day), firstValues(rows)]
                  .filter(Boolean)
                  .join('; ')}
                tools={
                  <Select
                    label="Split"
                    isLabelHidden
                    value={by}
                    options={HISTORY_SPLITS.map((value) => ({ value, label: `by ${value}` }))}
                    onChange={(by) => change({ by })}
                  />
                }
              >
                <Values rows={rows} by={by} />
              </Panel>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

type Value = ImportedHistory['rows'][number]

function Values({ rows, by }: { rows: ImportedHistory['rows']; by: HistorySplit }) {
  const labelOf = useValueLabel()
  if (rows.length === 0) return <Empty>No file by {by} was imported of these days.</Empty>
  const nameOf = ({ value }: Value) =>
    by === 'page' || (by === 'country' && /^[A-Z]{2}$/.test(value)) ? labelOf(by, value) : value
  const columns: Column<Value>[] = [
    { id: 'value', header: SPLITS[by], value: nameOf, render: nameOf },
    { header: 'From', render: ({ provider }) => HISTORY_PROVIDERS[provider].label },
    figureColumn(
      { label: 'Page views', definition: 'As counted by the product that they come from.' },
      ({ page_views }) => page_views,
      formatCount,
      { id: 'page_views' },
    ),
    figureColumn(
      { label: 'Visits', definition: 'As counted by the product that they come from.' },
      ({ visits }) => visits,
      formatCount,
      { id: 'visits' },
    ),
  ]
  const first = firstValues(rows)
  return (
    <SortedTable
      caption={[`Imported figures by ${by}`, first].filter(Boolean).join(', ')}
      columns={columns}
      rows={rows}
      keyOf={({ provider, value }) => `${provider} ${value}`}
      layout="narrow"
      file={first === null ? `imported-by-${by}` : `imported-by-${by}-first-${rows.length}`}
    />
  )
}

/** Maximum values loaded. */
const MAX_VALUES = 100

/** `the 100 with most page views`, where there may be more; null where these are all. */
export function firstValues(rows: ImportedHistory['rows']): string | null {
  if (rows.length < MAX_VALUES) return null
  // Values of a report without page views are sorted by visits.
  const figure = rows.some(({ page_views }) => page_views !== null) ? 'page views' : 'visits'
  return `the ${MAX_VALUES} with most ${figure}`
}
