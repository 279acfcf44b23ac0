import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { Link } from 'react-router-dom'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { Empty } from './Loaded.tsx'
import { figureColumn, Table } from './Table.tsx'

interface PageSharesProps {
  step: JourneyStep
  /** Names sessions without this step. */
  ended: string
  nameOf: (page: string) => string
  hrefOf: (page: string) => string
  /** Name of a CSV file of the rows. */
  file: string
}

/** Pages at one step of a path, with their share of all sessions that could have taken it. */
export function PageShares({
  step: { pages, others, ended: endedHere },
  ended,
  nameOf,
  hrefOf,
  file,
}: PageSharesProps) {
  const rows = [
    ...pages.map(({ page, sessions }) => ({
      key: page,
      text: nameOf(page),
      name: <Link to={hrefOf(page)}>{nameOf(page)}</Link>,
      sessions,
    })),
    ...(others > 0
      ? [{ key: 'others', text: 'Other pages', name: <em>Other pages</em>, sessions: others }]
      : []),
    { key: 'ended', text: ended, name: <em>{ended}</em>, sessions: endedHere },
  ]
  const all = rows.reduce((sum, { sessions }) => sum + sessions, 0)
  if (all === 0) return <Empty>No sessions in this period.</Empty>
  const shares = figureColumn(
    DEFINITIONS.journeySessions,
    ({ sessions }: { sessions: number }) => sessions,
    (sessions) => (
      <>
        {formatCount(sessions)} <span className="note">{formatShare((sessions * 100) / all)}</span>
      </>
    ),
  )
  return (
    <Table
      caption="Sessions by page"
      layout="narrow"
      rows={rows}
      keyOf={({ key }) => key}
      barOf={({ sessions }) => sessions / all}
      file={file}
      columns={[{ header: 'Page', value: ({ text }) => text, render: ({ name }) => name }, shares]}
    />
  )
}
