import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import { useReport } from '../../api/use-report.ts'
import type { Scope } from '../../filters/use-scope.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { paths } from '../../paths.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { JourneyView } from './journey-view.ts'
import { PageShares } from '../../ui/PageShares.tsx'

interface JourneyBoardProps {
  view: JourneyView
  scope: Scope
}

/** The ways that visits took from a page, or to it, step by step; every page is the start of another board. */
export function JourneyBoard({ view: { page, direction, steps }, scope }: JourneyBoardProps) {
  const answer = useReport(
    {
      name: 'journeys',
      schema: Journeys,
      params: [
        ['page', page],
        ['direction', direction],
        ['steps', String(steps)],
      ],
    },
    scope.period,
  )
  const walkTo = (page: string) => paths.journeys(scope.queryWith({ own: { page } }))
  const isNext = direction === 'next'
  return (
    <Figures answer={answer} skeleton={<Skeleton rows={10} />}>
      {(journeys) => (
        <div className="stack">
          <p className="journey-start">
            {countOf(journeys.visits, 'visit')} saw <strong>{journeys.page}</strong>.
          </p>
          <div className="journey-steps">
            {journeys.steps.map((step, index) => (
              <Panel key={index} title={stepTitle(index, isNext)}>
                <PageShares
                  step={step}
                  ended={isNext ? 'the visit had ended' : 'the visit had not begun'}
                  addressOf={walkTo}
                />
              </Panel>
            ))}
          </div>
          <Panel title="Whole ways" note={isNext ? 'From the page on' : 'Nearest page first'}>
            {journeys.paths.length === 0 ? (
              <Empty>No visits in this period.</Empty>
            ) : (
              <DataTable
                caption="Whole ways"
                columns={[
                  {
                    header: 'Way',
                    cell: ({ pages, ended }) =>
                      [...pages, ...(ended ? [isNext ? '(end)' : '(beginning)'] : [])].join(
                        isNext ? ' → ' : ' ← ',
                      ),
                  },
                  { header: 'Visits', isNumeric: true, cell: ({ visits }) => formatCount(visits) },
                ]}
                rows={journeys.paths}
                keyOf={({ pages, ended }) => [...pages, ended].join(' ')}
              />
            )}
          </Panel>
        </div>
      )}
    </Figures>
  )
}

function stepTitle(index: number, isNext: boolean): string {
  if (index === 0) return isNext ? 'Next page' : 'Page before'
  return isNext ? `${index + 1} pages on` : `${index + 1} pages before`
}
