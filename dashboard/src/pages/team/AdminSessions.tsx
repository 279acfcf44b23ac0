import type { Admin } from '@half-measure/shared/auth/admin.ts'
import { endAdminSession, listAdminSessions } from '@half-measure/shared/routes/workspace.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { SessionTable } from '../../ui/SessionTable.tsx'

/** Where another administrator is signed in. */
export function AdminSessions({ admin: { id, email } }: { admin: Pick<Admin, 'id' | 'email'> }) {
  const result = useApiQuery(listAdminSessions, { params: { id } })
  const ending = useRouteMutation(endAdminSession, [listAdminSessions])
  return (
    <>
      <ChangeFailed of={[ending]} />
      <Loaded
        result={result}
        what={`The sessions of ${email}`}
        rows={2}
        empty={`${email} is not signed in anywhere.`}
      >
        {(sessions) => (
          <SessionTable
            caption={`Where ${email} is signed in`}
            sessions={sessions}
            busy={ending.running}
            onEnd={(session) => void ending.run({ params: { id, session } })}
          />
        )}
      </Loaded>
    </>
  )
}
