import { AUDIT_EVENTS, AuditEventName, type AuditEntry } from '@half-measure/shared/auth/audit-entry.ts'
import { urlOf } from '@half-measure/shared/routes/route.ts'
import { exportAudit, listAudit } from '@half-measure/shared/routes/workspace.ts'
import { codeText } from '@half-measure/shared/stats/engine/labels.ts'
import { useSearchParams } from 'react-router-dom'
import { DownloadButton } from '../../api/DownloadButton.tsx'
import { useApiPages } from '../../api/queries.ts'
import { NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { Select } from '../../ui/Form.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

const ALL = 'all'
const OPTIONS = [
  { value: ALL, label: 'All events' },
  ...AUDIT_EVENTS.map((value) => ({ value, label: codeText(value) })),
] as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  { header: 'Event', render: ({ event }) => codeText(event) },
  { header: 'When', render: ({ at }) => formatMoment(at) },
  { header: 'Account', render: ({ user }) => user ?? NO_FIGURE },
  { header: 'By', render: ({ by }) => by ?? NO_FIGURE },
  { header: 'Details', render: ({ details }) => detailText(details) || NO_FIGURE },
]

/** Security events: who signed in, and what administrators did. */
export function AuditLogPage() {
  const [params, setParams] = useSearchParams()
  const event = AuditEventName.nullable().catch(null).parse(params.get('event'))
  const query = new URLSearchParams(event === null ? {} : { event })
  const { result, more } = useApiPages(listAudit, { query }, ({ entries }) => entries)
  return (
    <Page
      title="Audit log"
      subtitle="Sign-ins, and what administrators did"
      tools={<DownloadButton url={() => urlOf(exportAudit, { query })} name="audit-log.csv" />}
    >
      <div className="row">
        <Select
          label="Event"
          value={event ?? ALL}
          options={OPTIONS}
          onChange={(chosen) => setParams(chosen === ALL ? {} : { event: chosen })}
        />
      </div>
      <Loaded
        result={result}
        what="The audit log"
        rows={8}
        empty={
          event === null
            ? 'No event yet. Every sign-in, and every change of accounts, tokens and personal data, is listed here.'
            : 'No such event yet. Choose “All events” to see what there is.'
        }
      >
        {(entries) => (
          <Table
            caption="Security events, newest first"
            columns={COLUMNS}
            rows={entries}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </Page>
  )
}

/** `by: cli, outcome: nothing to do, rows: 3`; perhaps empty. */
export function detailText(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(', ')
}

/** Fixed words lose their underscores; ids and names stay as they are. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}
