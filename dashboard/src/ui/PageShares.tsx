import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { Link } from 'react-router-dom'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { Empty } from './Loaded.tsx'
import { changeOf } from '../format/metric.ts'
import { DeltaMark } from './DeltaMark.tsx'
import { type Column, figureColumn, noted, Table } from './Table.tsx'

interface PageSharesProps {
  step: JourneyStep
  /** The same step in the compared range. */
  before: JourneyStep | undefined
  /** Names sessions without this step. */
  ended: string
  nameOf: (page: string) => string
  hrefOf: (page: string) => string
  /** Name of a CSV file of the rows. */
  file: string
}

/** Pages at one step of a path, with their share of all sessions that could have taken it. */
export function PageShares({ step, before, ended, nameOf, hrefOf, file }: PageSharesProps) {
  const { pages, others } = step
  const rows = [
    ...pages.map(({ page, sessions }) => ({
      key: page,
      text: nameOf(page),
      name: <Link to={hrefOf(page)}>{nameOf(page)}</Link>,
      sessions,
      before: before && sessionsOn(page, before),
    })),
    ...(others > 0
      ? [
          {
            key: 'others',
            text: 'Other pages',
            name: <em>Other pages</em>,
            sessions: others,
            // They are not the same pages.
            before: undefined,
          },
        ]
      : []),
    { key: 'ended', text: ended, name: <em>{ended}</em>, sessions: step.ended, before: before?.ended },
  ]
  const all = totalOf(step)
  if (all === 0)
    return <Empty>No session viewed it in this period. Choose a longer one, or fewer filters.</Empty>
  const allBefore = before ? totalOf(before) : 0
  const shares = figureColumn(
    DEFINITIONS.journeySessions,
    ({ sessions }: (typeof rows)[number]) => sessions,
    (sessions) => noted(formatCount(sessions), formatShare((sessions * 100) / all)),
  )
  const change: Column<(typeof rows)[number]> = {
    header: 'Change of share',
    isNumeric: true,
    render: ({ sessions, before: earlier }) => (
      <DeltaMark
        delta={changeOf(
          { unit: 'percent', better: 'neither' },
          (sessions * 100) / all,
          earlier === undefined || allBefore === 0 ? null : (earlier * 100) / allBefore,
        )}
      />
    ),
  }
  return (
    <Table
      caption="Sessions by page"
      layout="narrow"
      rows={rows}
      keyOf={({ key }) => key}
      barOf={({ sessions }) => sessions / all}
      file={file}
      columns={[
        { header: 'Page', value: ({ text }) => text, render: ({ name }) => name },
        shares,
        ...(before ? [change] : []),
      ]}
    />
  )
}

function totalOf({ pages, others, ended }: JourneyStep): number {
  return pages.reduce((sum, { sessions }) => sum + sessions, others + ended)
}

/** Undefined for a page that may be among the others. */
function sessionsOn(page: string, { pages, others }: JourneyStep): number | undefined {
  return pages.find((listed) => listed.page === page)?.sessions ?? (others === 0 ? 0 : undefined)
}
