import {
  importHistory,
  listImports,
  previewImport,
  readImported,
} from '@half-measure/shared/routes/history.ts'
import { HISTORY_PROVIDERS, type HistoryPreview } from '@half-measure/shared/stats/imported-history.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { type Uploaded, uploadCsv } from '../../api/upload-csv.ts'
import { longRangeLabel } from '../../format/time.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Form.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { ProblemList } from '../../ui/ProblemList.tsx'

type Looked = { file: File } & Uploaded<HistoryPreview>

/** Shows what a file holds, then imports it: whole, or not at all. */
export function ImportFile() {
  const [looked, setLooked] = useState<Looked | null>(null)
  const [imported, setImported] = useState<string | null>(null)
  const look = useApiMutation(async (api, file: File): Promise<Looked> => ({
    file,
    ...(await uploadCsv(api, previewImport, { query: { file_name: file.name } }, file)),
  }))
  const storing = useApiMutation(
    (api, file: File) =>
      api.upload(importHistory, { query: { file_name: file.name } }, new Blob([file], { type: 'text/csv' })),
    [listImports, readImported],
  )
  const busy = look.running || storing.running
  const isReady = looked && 'accepted' in looked && looked.accepted.conflict === null

  return (
    <Panel title="Import a file" note="CSV, at most 16 MiB; nothing is stored before you confirm">
      <div className="stack">
        <Field
          isInline
          label="File"
          type="file"
          accept=".csv,text/csv"
          // Not `disabled`, which would take the keyboard's focus away.
          aria-disabled={busy || undefined}
          onClick={(event) => busy && event.preventDefault()}
          onChange={({ target }) => {
            // A file may be dropped on it as well.
            if (busy) return
            const [file] = target.files ?? []
            // The same file can be chosen again once it is repaired.
            target.value = ''
            setImported(null)
            setLooked(null)
            if (file) void look.run(file).then(setLooked)
          }}
        />
        <HowToExport />
        {look.running && <p className="note">Reading the file…</p>}
        <ChangeFailed of={[look, storing]} />
        {imported !== null && <Alert tone="notice">{imported} is imported.</Alert>}
        {looked && 'problems' in looked && (
          <ProblemList problems={looked.problems}>
            {looked.file.name} cannot be imported. Fix this and choose the file again:
          </ProblemList>
        )}
        {looked && 'accepted' in looked && <Preview name={looked.file.name} preview={looked.accepted} />}
        {isReady && (
          <div className="row">
            <Button
              tone="primary"
              busy={busy}
              onClick={() =>
                void storing.run(looked.file).then((stored) => {
                  if (!stored) return
                  setLooked(null)
                  setImported(looked.file.name)
                })
              }
            >
              {storing.running ? 'Importing…' : 'Import'}
            </Button>
            <Button busy={busy} onClick={() => setLooked(null)}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

function Preview({ name, preview }: { name: string; preview: HistoryPreview }) {
  const { provider, report, first_day, last_day, rows, page_views, visits, left_out, conflict } = preview
  const { label, visits: word } = HISTORY_PROVIDERS[provider]
  return (
    <section aria-label="Preview" className="stack">
      <p>
        <strong>{name}</strong> is “{report}” of {label}, from {longRangeLabel(first_day, last_day)}.
      </p>
      <FigureList
        figures={[
          { label: 'Page views', value: page_views === null ? 'not in it' : formatCount(page_views) },
          { label: `${label} ${word}`, value: visits === null ? 'not in it' : formatCount(visits) },
          { label: 'Rows by day', value: formatCount(rows) },
        ]}
      />
      {left_out.map(({ reason, lines }) => (
        <p key={reason} className="note">
          {countOf(lines, 'line')} left out: {reason}.
        </p>
      ))}
      {conflict !== null && <Alert tone="danger">{conflict}</Alert>}
    </section>
  )
}

function HowToExport() {
  return (
    <details>
      <summary>Which files, and how to export them</summary>
      <dl className="definitions">
        <dt>Plausible</dt>
        <dd>
          Site settings, Imports & exports, Export to CSV. Unpack the archive and import{' '}
          <code>imported_visitors</code>, <code>imported_pages</code>, <code>imported_sources</code>,{' '}
          <code>imported_locations</code> and <code>imported_devices</code>, one file at a time.
        </dd>
        <dt>Google Analytics 4</dt>
        <dd>
          Open a report by page, traffic source, country or device, add Date as its secondary dimension, and
          download it as CSV; or build a table in Explore with Date and one of these as rows, and Views or
          Sessions as values. Check that no rows are missing: reports show ten at first.
        </dd>
        <dt>Umami</dt>
        <dd>
          The raw events, a row each, as Umami Cloud exports them or from the table <code>website_event</code>{' '}
          joined with <code>session</code>. They are added up by day; nothing of a single visit is kept. Days
          begin at midnight UK time, in summer at 23:00 UTC: split a long history there. A visit across
          midnight counts on both days.
        </dd>
      </dl>
    </details>
  )
}
