import {
  type ErasedPersonalData,
  type PersonalData,
  PersonalDataKey,
} from '@half-measure/shared/audience/personal-data.ts'
import { erasePersonalData, findPersonalData } from '@half-measure/shared/routes/audience.ts'
import { codeText } from '@half-measure/shared/stats/engine/labels.ts'
import { useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { Page } from '../../layout/Page.tsx'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type Column, figureColumn, Table, textColumn } from '../../ui/Table.tsx'

const COLUMNS: readonly Column<{ kind: string; count: number }>[] = [
  textColumn('Kind', ({ kind }) => codeText(kind)),
  figureColumn({ label: 'Records' }, ({ count }) => count, formatCount),
]

type Outcome =
  | { readonly state: 'found'; readonly key: PersonalDataKey; readonly found: PersonalData }
  | ({ readonly state: 'erased' } & ErasedPersonalData)
  | { readonly state: 'misspelt' }

/** Everything that is kept of one person, to hand over or to erase. */
export function PersonalDataPage() {
  const [outcome, setOutcome] = useState<Outcome>()
  const search = useRouteMutation(findPersonalData)
  const erasure = useRouteMutation(erasePersonalData)

  async function find(text: string): Promise<void> {
    const key = personalDataKey(text)
    setOutcome(key === null ? { state: 'misspelt' } : undefined)
    const found = key && (await search.run({ body: key }))
    if (found) setOutcome({ state: 'found', key, found })
  }

  async function erase(key: PersonalDataKey): Promise<void> {
    const erased = await erasure.run({ body: key })
    if (erased) setOutcome({ state: 'erased', ...erased })
  }

  return (
    <Page title="Personal data" subtitle="Data stored about one person, to export or erase">
      <div className="stack">
        <Panel
          title="Find a person"
          note="Readers find the ids of their session and consent on the cookie page"
        >
          <Form layout="row" busy={search.running} onSubmit={(field) => find(field('who'))}>
            <Field
              isInline
              label="Email address, session id or consent id"
              name="who"
              required
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit" tone="primary" busy={search.running}>
              Find
            </Button>
          </Form>
          {outcome?.state === 'misspelt' && (
            <Alert tone="danger">
              This is not an email address, a session id (session_…) or a consent id.
            </Alert>
          )}
          <ChangeFailed of={[search, erasure]} />
        </Panel>
        {outcome?.state === 'found' && (
          <Found
            key={JSON.stringify(outcome.key)}
            personOf={outcome.key}
            found={outcome.found}
            busy={erasure.running}
            onErase={() => void erase(outcome.key)}
          />
        )}
        {outcome?.state === 'erased' && <Erased {...outcome} />}
      </div>
    </Page>
  )
}

interface FoundProps {
  personOf: PersonalDataKey
  found: PersonalData
  busy: boolean
  onErase: () => void
}

function Found({ personOf, found: { records, counts }, busy, onErase }: FoundProps) {
  const kinds = Object.entries(counts)
    .map(([kind, count]) => ({ kind, count }))
    .filter(({ count }) => count > 0)
  const listed = Math.max(0, ...Object.values(records).map(({ length }) => length))
  const isCut = kinds.some(({ kind, count }) => count > (records[kind]?.length ?? 0))
  const [name = ''] = Object.values(personOf)
  return (
    <Panel title={`Data stored about ${name}`}>
      <div className="stack">
        {kinds.length === 0 ? (
          <p className="note">Nothing. Erasing still covers events that have not reached the tables yet.</p>
        ) : (
          <Table
            caption="What is kept, by kind"
            layout="narrow"
            columns={COLUMNS}
            rows={kinds}
            keyOf={({ kind }) => kind}
            file="half-measure-personal-data"
          />
        )}
        {isCut && (
          <p className="note">
            The file has the oldest {formatCount(listed)} of a kind. An erasure takes all.
          </p>
        )}
        <div className="row">
          <Button onClick={() => saveFile(jsonFile({ ...personOf, counts, records }), 'personal-data.json')}>
            Download JSON
          </Button>
          <ConfirmButton confirmation="Erase for good" busy={busy} onConfirm={onErase}>
            Erase
          </ConfirmButton>
        </div>
      </div>
    </Panel>
  )
}

function jsonFile(content: object): Blob {
  return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
}

function Erased({ erased, is_pending, is_admin }: ErasedPersonalData) {
  const counts = Object.entries(erased).filter(([, count]) => count > 0)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Alert tone="notice">
      <p>
        {total === 0
          ? 'There was nothing to erase.'
          : `Erased ${countOf(total, 'record')}: ${counts.map(([kind, count]) => `${codeText(kind).toLowerCase()} ${formatCount(count)}`).join(', ')}.`}
        {is_pending &&
          ' Nothing more of the session is accepted. Its events leave the figures within about a minute.'}
      </p>
      {is_admin && (
        <p>
          The address is or was an administrator’s. That account stays until their access is revoked under
          Team.
        </p>
      )}
      <p>Earlier backups still contain the data until they are deleted.</p>
    </Alert>
  )
}

/** Whose data a text means; null where it is neither an email address nor an id. */
export function personalDataKey(text: string): PersonalDataKey | null {
  const value = text.trim()
  const key = value.includes('@')
    ? { email: value }
    : value.startsWith('session_')
      ? { session_id: value }
      : { consent_id: value.toLowerCase() }
  return PersonalDataKey.safeParse(key).data ?? null
}
