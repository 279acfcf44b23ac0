import { comparedHeader, DEFINITIONS, labelWithUnit } from '@half-measure/shared/stats/definitions.ts'
import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { Empty } from './Loaded.tsx'
import { changeOf } from '../format/metric.ts'
import { DeltaMark } from './DeltaMark.tsx'
import { type Column, figureColumn, noted, Table } from './Table.tsx'
import type { SavedColumn } from './table-csv.ts'

interface PageSharesProps {
  step: JourneyStep
  /** The same step in the compared range. */
  before: JourneyStep | undefined
  /** The days of that range, as a file names them. */
  days: string
  /** Names sessions without this step. */
  ended: string
  nameOf: (page: string) => string
  hrefOf: (page: string) => string
  /** Name of a CSV file of the rows. */
  file: string
}

/** Pages at one step of a path, with their share of all sessions that could have taken it. */
export function PageShares(props: PageSharesProps) {
  const { step, before, days, file } = props
  const rows = shareRows(props)
  if (totalOf(step) === 0)
    return <Empty>No session viewed it in this period. Choose a longer one, or fewer filters.</Empty>
  return (
    <Table
      caption="Sessions by page"
      layout="narrow"
      rows={rows}
      keyOf={({ key }) => key}
      barOf={({ share }) => share / 100}
      file={file}
      columns={shareColumns(before && days)}
    />
  )
}

interface ShareRow {
  key: string
  text: string
  name: ReactNode
  sessions: number
  /** Percent. */
  share: number
  /** Null where it may be among the others, or nothing was counted. */
  before: { sessions: number; share: number | null } | null
}

export function shareRows({ step, before, ended, nameOf, hrefOf }: PageSharesProps): ShareRow[] {
  const { pages, others } = step
  const [all, allBefore] = [totalOf(step), before ? totalOf(before) : 0]
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
  return rows.map(({ before: earlier, ...row }) => ({
    ...row,
    share: (row.sessions * 100) / all,
    before:
      earlier === undefined
        ? null
        : { sessions: earlier, share: allBefore === 0 ? null : (earlier * 100) / allBefore },
  }))
}

/** @param days compared with. */
export function shareColumns(days: string | undefined): Column<ShareRow>[] {
  const { journeySessions } = DEFINITIONS
  const share = { label: 'Share of sessions', unit: 'percent' } as const
  const compared: SavedColumn<ShareRow>[] =
    days === undefined
      ? []
      : [
          { header: comparedHeader(journeySessions, days), value: ({ before }) => before?.sessions ?? null },
          { header: comparedHeader(share, days), value: ({ before }) => before?.share ?? null },
        ]
  const change: Column<ShareRow> = {
    header: 'Change of share',
    isNumeric: true,
    render: ({ share, before }) => (
      <DeltaMark delta={changeOf({ unit: 'percent', better: 'neither' }, share, before?.share ?? null)} />
    ),
  }
  return [
    { header: 'Page', value: ({ text }) => text, render: ({ name }) => name },
    {
      ...figureColumn<ShareRow>(
        journeySessions,
        ({ sessions }) => sessions,
        (sessions, { share }) => noted(formatCount(sessions), formatShare(share)),
      ),
      saved: [
        {
          header: journeySessions.label,
          definition: journeySessions.definition,
          value: ({ sessions }) => sessions,
        },
        { header: labelWithUnit(share), value: ({ share }) => share },
        ...compared,
      ],
    },
    ...(days === undefined ? [] : [change]),
  ]
}

function totalOf({ pages, others, ended }: JourneyStep): number {
  return pages.reduce((sum, { sessions }) => sum + sessions, others + ended)
}

/** Undefined for a page that may be among the others. */
function sessionsOn(page: string, { pages, others }: JourneyStep): number | undefined {
  return pages.find((listed) => listed.page === page)?.sessions ?? (others === 0 ? 0 : undefined)
}
