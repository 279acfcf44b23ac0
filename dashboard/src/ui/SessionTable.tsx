import type { OpenSession } from '@half-measure/shared/auth/account.ts'
import { formatMoment } from '../format/time.ts'
import { ConfirmButton } from './Button.tsx'
import { type Column, Table, textColumn } from './Table.tsx'

interface ShownSession extends OpenSession {
  /** The session of this browser, which ends by signing out. */
  readonly current?: boolean
}

interface SessionTableProps {
  caption: string
  sessions: readonly ShownSession[]
  busy: boolean
  onEnd: (id: string) => void
}

const COLUMNS: readonly Column<ShownSession>[] = [
  textColumn('Browser', nameOf),
  {
    header: 'Signed in',
    value: ({ created_at }) => created_at,
    render: ({ created_at }) => formatMoment(created_at),
  },
  {
    header: 'Last refreshed',
    value: ({ refreshed_at }) => refreshed_at,
    render: ({ refreshed_at }) => formatMoment(refreshed_at),
  },
  textColumn('With', proofOf),
]

/** Where an account is signed in, with a button to end each session. */
export function SessionTable({ caption, sessions, busy, onEnd }: SessionTableProps) {
  const end: Column<ShownSession> = {
    header: 'End',
    isAction: true,
    render: (session) =>
      session.current ? (
        <span className="note">This session</span>
      ) : (
        <ConfirmButton
          confirmation="End this session"
          about={`${nameOf(session)}, signed in ${formatMoment(session.created_at)}`}
          busy={busy}
          onConfirm={() => onEnd(session.id)}
        >
          End
        </ConfirmButton>
      ),
  }
  return (
    <Table
      caption={caption}
      columns={[...COLUMNS, end]}
      rows={sessions}
      keyOf={({ id }) => id}
      file="half-measure-account-sessions"
    />
  )
}

function nameOf({ browser }: ShownSession): string {
  return browser ?? 'Unknown browser'
}

function proofOf({ method, aal }: ShownSession): string {
  if (method === 'passkey') return 'passkey'
  if (aal === 'aal2') return 'second factor'
  if (method === 'password') return 'password'
  return method === 'oidc' ? 'single sign-on' : 'emailed link'
}
