import {
  AUDIT_EVENTS,
  type AuditEntry,
  AuditPage as AuditPageContract,
} from '@half-measure/shared/auth/audit-entry.ts'
import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { pageAddress, usePages } from '../api/use-pages.ts'
import { detailWords, eventWords, readAuditEvent, writeAuditEvent } from '../filters/audit-view.ts'
import { formatMoment } from '../format/time.ts'
import { paths } from '../paths.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { MoreButton } from '../ui/MoreButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ExportButton } from '../widgets/ExportButton.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

const PATH = '/api/audit'

const COLUMNS = [
  { header: 'What', cell: ({ event }: AuditEntry) => eventWords(event) },
  { header: 'When', cell: ({ at }: AuditEntry) => formatMoment(new Date(at)) },
  { header: 'Whose account', cell: ({ user }: AuditEntry) => user ?? '–' },
  { header: 'Done by', cell: ({ by }: AuditEntry) => by ?? '–' },
  { header: 'Details', cell: ({ details }: AuditEntry) => detailWords(details) || '–' },
] as const

export function AuditPage() {
  const id = useId()
  const [params] = useSearchParams()
  const event = readAuditEvent(params)
  const question = writeAuditEvent(event)
  const navigate = useNavigate()
  const { answer, more } = usePages({
    about: 'audit',
    path: PATH,
    params: question,
    schema: AuditPageContract,
  })
  const entries = answer.status === 'ready' ? answer.data.flatMap((page) => page.entries) : []
  return (
    <Room
      title="Audit"
      subtitle="Who signed in, and who changed what about whom"
      content="log"
      tools={
        <>
          <ExportButton path={pageAddress(`${PATH}/export.csv`, question, null)} name="audit.csv" />
          <SignOutButton />
        </>
      }
    >
      <div className="room-filters">
        <div className="choice">
          <label htmlFor={id}>Event</label>
          <select
            id={id}
            value={event ?? ''}
            onChange={({ target }) => {
              const chosen = readAuditEvent(new URLSearchParams({ event: target.value }))
              void navigate(paths.audit(writeAuditEvent(chosen)))
            }}
          >
            <option value="">All events</option>
            {AUDIT_EVENTS.map((name) => (
              <option key={name} value={name}>
                {eventWords(name)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Figures answer={answer} what="The log" skeleton={<Skeleton rows={8} />}>
        {() =>
          entries.length === 0 ? (
            <Empty>Nothing of this kind happened.</Empty>
          ) : (
            <DataTable
              caption="Security events, newest first"
              columns={COLUMNS}
              rows={entries}
              keyOf={(entry) => entry.id}
            />
          )
        }
      </Figures>
      <MoreButton more={more} />
    </Room>
  )
}
