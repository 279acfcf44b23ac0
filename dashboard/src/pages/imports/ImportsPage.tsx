import {
  HISTORY_PROVIDERS,
  type HistoryImport,
  type HistoryProvider,
} from '@half-measure/shared/stats/imported-history.ts'
import { formatCount } from '@half-measure/shared/format-figures.ts'
import { deleteImport, listImports, readImported } from '@half-measure/shared/routes/history.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { formatMoment, longRangeLabel } from '../../format/time.ts'
import { useMay } from '../../layout/admin-access.ts'
import { Page } from '../../layout/Page.tsx'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, figureColumn, Table, textColumn } from '../../ui/Table.tsx'
import { isBeingStored, stateText } from './import-state.ts'
import { ImportedFigures } from './ImportedFigures.tsx'
import { ImportFile } from './ImportFile.tsx'

/** While a file is being stored, which takes seconds. */
const STORING_POLL_MS = 5_000

/** History from other analytics products: files, and what they say. */
export function ImportsPage() {
  const mayImport = useMay('content')
  const result = useApiQuery(
    listImports,
    {},
    {
      gcTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.imports.some((one) => isBeingStored(one, new Date())) ? STORING_POLL_MS : false,
    },
  )
  return (
    <Page
      title="Data import"
      subtitle="Figures from your previous analytics product. They are kept separate: no total, comparison, alert or email includes them."
    >
      <div className="stack">
        {mayImport && <ImportFile />}
        <Loaded result={result} what="The imports">
          {({ imports }) => (
            <div className="stack">
              <Panel title="Imported files" note="Kept until they are deleted">
                <Imports imports={imports} mayDelete={mayImport} />
              </Panel>
              {imports.length > 0 && <ImportedFigures imports={imports} />}
            </div>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function Imports({ imports, mayDelete }: { imports: readonly HistoryImport[]; mayDelete: boolean }) {
  const removal = useRouteMutation(deleteImport, [listImports, readImported])
  if (imports.length === 0)
    return <p className="note">None yet. Export a report from your earlier product and import it above.</p>
  const remove: Column<HistoryImport> = {
    header: 'Delete',
    isAction: true,
    render: (one) =>
      !isBeingStored(one, new Date()) && (
        <ConfirmButton
          confirmation="Delete it and its figures"
          about={one.file_name}
          busy={removal.running}
          onConfirm={() => void removal.run({ params: { id: one.id } })}
        >
          Delete
        </ConfirmButton>
      ),
  }
  return (
    <>
      <ChangeFailed of={[removal]} />
      <Table
        caption="Imported files, newest first"
        columns={mayDelete ? [...COLUMNS, remove] : COLUMNS}
        rows={imports}
        keyOf={({ id }) => id}
        file="half-measure-imports"
      />
    </>
  )
}

const labelOf = (provider: HistoryProvider) => HISTORY_PROVIDERS[provider].label

const COLUMNS: readonly Column<HistoryImport>[] = [
  textColumn('File', ({ file_name }) => file_name),
  textColumn('Report', ({ provider, report }) => `${labelOf(provider)}: ${report}`),
  {
    header: 'Days',
    render: ({ first_day, last_day }) => longRangeLabel(first_day, last_day),
    saved: [
      { header: 'First day', value: ({ first_day }) => first_day },
      { header: 'Last day', value: ({ last_day }) => last_day },
    ],
  },
  figureColumn({ label: 'Rows' }, ({ rows }) => rows, formatCount),
  {
    header: 'State',
    render: (one) => `${stateText(one, new Date())}, ${formatMoment(one.imported_at)}`,
    saved: [
      { header: 'State', value: (one) => stateText(one, new Date()) },
      { header: 'Imported', value: ({ imported_at }) => imported_at },
    ],
  },
]
