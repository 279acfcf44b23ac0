import { readJourneys } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import type { Journeys } from '@half-measure/shared/stats/journeys.ts'
import { useId } from 'react'
import { useReport } from '../../api/stats.ts'
import { PageOptions } from '../../filters/PageOptions.tsx'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { type UsedComparison, useComparison } from '../../filters/use-comparison.ts'
import { useScope } from '../../filters/use-scope.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { paths } from '../../paths.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Button } from '../../ui/Button.tsx'
import { deltaOf } from '../../format/metric.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Field, Form, Select } from '../../ui/Form.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { PageShares } from '../../ui/PageShares.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { figureColumn, Table, textColumn } from '../../ui/Table.tsx'
import { type JourneyView, readJourneyView } from './journey-view.ts'

/** The paths of sessions from a page, or to it, step by step. */
export function JourneysPage() {
  const scope = useScope()
  const comparison = useComparison(scope)
  const view = readJourneyView(scope.params)
  const query = { page: view.page, direction: view.direction, steps: String(view.steps) }
  const result = useReport(readJourneys, scope.period, {
    query: new URLSearchParams([...Object.entries(query), ...comparison.query]),
  })
  return (
    <ScopedPage
      title="Journeys"
      subtitle="The paths of sessions through the magazine"
      scope={scope}
      settings={
        <JourneySettings
          key={view.page}
          view={view}
          period={scope.period}
          onChange={(part) => {
            const { page, direction, steps } = { ...view, ...part }
            scope.change({}, { page, direction, steps: String(steps) })
          }}
        />
      }
    >
      <Loaded result={result} rows={10}>
        {(journeys) => (
          <JourneyBoard
            journeys={journeys}
            before={comparison.before(journeys)}
            comparison={comparison}
            period={scope.period}
            isOnwards={view.direction === 'next'}
            hrefOf={(page) => scope.hrefOf(paths.journeys, { ...query, page })}
          />
        )}
      </Loaded>
    </ScopedPage>
  )
}

const DIRECTIONS = [
  { value: 'next', label: 'onwards' },
  { value: 'previous', label: 'backwards' },
] as const
const STEPS = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))

interface JourneySettingsProps {
  view: JourneyView
  period: Period
  onChange: (part: Partial<JourneyView>) => void
}

function JourneySettings({ view, period, onChange }: JourneySettingsProps) {
  const pages = useId()
  return (
    <>
      <Form layout="row" onSubmit={(field) => onChange({ page: field('page') })}>
        <Field
          isInline
          label="Page"
          name="page"
          list={pages}
          defaultValue={view.page}
          pattern="/.*"
          title="A path that begins with /"
          autoComplete="off"
          required
        />
        <PageOptions id={pages} period={period} />
        <Button type="submit">Show</Button>
      </Form>
      <Select
        label="Direction"
        value={view.direction}
        options={DIRECTIONS}
        onChange={(direction) => onChange({ direction })}
      />
      <Select
        label="Steps"
        value={String(view.steps)}
        options={STEPS}
        onChange={(steps) => onChange({ steps: Number(steps) })}
      />
    </>
  )
}

interface JourneyBoardProps {
  journeys: Journeys
  /** The same report for the compared range. */
  before: Journeys | null
  comparison: Pick<UsedComparison, 'words' | 'days'>
  period: Period
  isOnwards: boolean
  /** Where a page's own journeys are. */
  hrefOf: (page: string) => string
}

function JourneyBoard({ journeys, before, comparison, period, isOnwards, hrefOf }: JourneyBoardProps) {
  const labelOf = useValueLabel()
  const nameOf = (page: string) => labelOf('page', page)
  const end = isOnwards ? 'Exit' : 'Entry'
  const wordsOf = ({ pages, ended }: Journeys['paths'][number]) =>
    [...pages.map(nameOf), ...(ended ? [`(${end.toLowerCase()})`] : [])].join(isOnwards ? ' → ' : ' ← ')
  return (
    <div className="stack">
      <p>
        {countOf(journeys.sessions, 'session')} viewed <strong>{nameOf(journeys.page)}</strong>
        {before && (
          <>
            {' '}
            <DeltaMark delta={deltaOf('sessions', journeys.sessions, before.sessions)} />
          </>
        )}
        .
        {journeys.sessions === 0 &&
          ' Check the path and the filters: no matching session viewed it in this period.'}
      </p>
      {comparison.words !== null && <p className="note">{comparison.words}</p>}
      <div className="grid-auto">
        {journeys.steps.map((step, index) => (
          <Panel key={index} title={stepTitle(index, isOnwards)}>
            <PageShares
              step={step}
              before={before?.steps[index]}
              days={comparison.days}
              ended={end}
              nameOf={nameOf}
              hrefOf={hrefOf}
              file={fileName(`journeys-step-${index + 1}`, period)}
            />
          </Panel>
        ))}
      </div>
      <Panel title="Top paths" note={isOnwards ? 'From the page onwards' : 'Nearest page first'}>
        {journeys.paths.length === 0 ? (
          <Empty>No sessions. Choose a longer period, another page, or fewer filters.</Empty>
        ) : (
          <Table
            caption="Top paths"
            columns={[
              textColumn('Path', wordsOf),
              figureColumn(
                DEFINITIONS.journeySessions,
                ({ sessions }: Journeys['paths'][number]) => sessions,
                formatCount,
              ),
            ]}
            rows={journeys.paths}
            keyOf={({ pages, ended }) => [...pages, ended].join(' ')}
            file={fileName('top-paths', period)}
          />
        )}
      </Panel>
      <Definitions of={[DEFINITIONS.journeySessions, DEFINITIONS.journeyEnd, DEFINITIONS.filteredSessions]} />
    </div>
  )
}

function stepTitle(index: number, isOnwards: boolean): string {
  if (index === 0) return isOnwards ? 'Next page' : 'Previous page'
  return isOnwards ? `${index + 1} pages on` : `${index + 1} pages before`
}
