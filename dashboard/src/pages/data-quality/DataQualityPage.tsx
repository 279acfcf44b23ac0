import type { Finding, Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import type { CollectorShare } from '@half-measure/shared/stats/delivery.ts'
import { useDelivery } from '../../api/delivery.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { useMay } from '../../layout/admin-access.ts'
import { Page } from '../../layout/Page.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ExportButton } from '../../ui/ExportButton.tsx'
import type { SavedColumn } from '../../ui/table-csv.ts'
import { type Column, figureColumn, Table, textColumn } from '../../ui/Table.tsx'
import { collectorState } from './collector-state.ts'
import { DeadLetters } from './DeadLetters.tsx'
import { deliveryEquations, type Equation, type Term } from './delivery-equations.ts'

/** Whether every received event is accounted for. */
export function DataQualityPage() {
  const result = useDelivery()
  const mayRetry = useMay('administration')
  const collectors = result.status === 'ready' ? result.data.collectors : undefined
  return (
    <Page title="Data quality" subtitle="Whether every received event is accounted for">
      <div className="stack">
        <Panel title="Delivery report" note="Since the data directory was created">
          <Loaded result={result} what="The delivery report" rows={10}>
            {(report) => {
              const { received, accepted } = deliveryEquations(report)
              return (
                <div className="grid">
                  <EquationTable caption="Received events" {...received} />
                  <EquationTable caption="Accepted events" {...accepted} />
                </div>
              )
            }}
          </Loaded>
        </Panel>
        {collectors && (
          <Panel title="Collectors" note="The delivery report is the sum of all">
            <Table
              caption="Collectors and their part of the delivery report"
              columns={COLLECTOR_COLUMNS}
              rows={collectors}
              keyOf={({ id }) => id}
              file="half-measure-collectors"
            />
          </Panel>
        )}
        {mayRetry && <DeadLetters />}
        <Panel title="Last reconciliation" note="Compares the log with the tables every night">
          <Loaded result={result} what="The reconciliation" rows={4}>
            {({ last_reconciliation: last }) =>
              last === null ? (
                <Empty>
                  There has been none yet: it runs every night, or at once with <code>npm run reconcile</code>
                  .
                </Empty>
              ) : (
                <LastReconciliation {...last} />
              )
            }
          </Loaded>
        </Panel>
      </div>
    </Page>
  )
}

function EquationTable({ caption, whole, parts, difference }: Equation & { caption: string }) {
  return (
    <div>
      <table className="equation">
        <caption className="note">{caption}</caption>
        <tbody>
          <TermRow sign="" {...whole} />
          {parts.map((part, at) => (
            <TermRow key={part.label} sign={at === 0 ? '=' : '+'} {...part} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3} data-balanced={difference === null ? 'unknown' : difference === 0}>
              {balance(difference)}
            </td>
          </tr>
        </tfoot>
      </table>
      <ExportButton
        caption={caption}
        rows={[whole, ...parts]}
        columns={TERM_COLUMNS}
        file={`half-measure-${caption.toLowerCase().replace(' ', '-')}`}
      />
    </div>
  )
}

const TERM_COLUMNS: readonly SavedColumn<Term>[] = [
  { header: 'Term', value: ({ label }) => label },
  { header: 'Events', value: ({ count }) => count },
  { header: 'Meaning', value: ({ meaning }) => meaning },
]

function balance(difference: number | null): string {
  if (difference === null) return 'Unknown while ClickHouse is unavailable.'
  if (difference === 0) return 'Balanced.'
  const events = `${countOf(Math.abs(difference), 'event')} ${difference > 0 ? 'missing' : 'too many'}`
  return `Not balanced: ${events}. While events are being stored this lasts a few seconds.`
}

function TermRow({ sign, label, count, meaning }: Term & { sign: string }) {
  return (
    <tr>
      <td className="note">{sign}</td>
      <th scope="row">
        {label} <span className="note">{meaning}</span>
      </th>
      <td>{count === null ? 'unknown' : formatCount(count)}</td>
    </tr>
  )
}

const COLLECTOR_COLUMNS: readonly Column<CollectorShare>[] = [
  {
    header: 'Collector',
    value: ({ id }) => id,
    render: ({ id }) => <span title={id}>{id.slice(0, 8)}</span>,
  },
  textColumn('State', collectorState),
  figureColumn({ label: 'Received' }, ({ received }) => received, formatCount),
  figureColumn({ label: 'Accepted' }, ({ accepted }) => accepted, formatCount),
  figureColumn({ label: 'Pending' }, ({ pending }) => pending, formatCount),
]

const FINDING_COLUMNS: readonly Column<Finding>[] = [
  textColumn('Compared', ({ name }) => name),
  figureColumn({ label: 'Left side' }, ({ left }) => left, formatCount),
  figureColumn({ label: 'Right side' }, ({ right }) => right, formatCount),
  {
    header: 'Result',
    render: ({ left, right }) =>
      left === right ? 'Equal' : <strong className="bad">Off by {formatCount(left - right)}</strong>,
  },
]

function LastReconciliation({ at, ok, findings, skipped = [] }: Reconciliation) {
  return (
    <div className="stack">
      <Alert tone={ok ? 'notice' : 'danger'}>
        {formatMoment(at)}, UK time: {ok ? 'everything compared was equal.' : 'not everything was equal.'}
      </Alert>
      <Table
        caption="What was compared"
        columns={FINDING_COLUMNS}
        rows={findings}
        keyOf={({ name }) => name}
        file={`half-measure-reconciliation-${at.slice(0, 10)}`}
      />
      {skipped.length > 0 && <Alert tone="notice">Not compared: {skipped.join('; ')}.</Alert>}
    </div>
  )
}
