import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useAnswer, type Asked } from '../../api/use-answer.ts'
import { dimensionLabel } from '../../filters/asked.ts'
import { PANELS, type PanelId } from '../../filters/panels.ts'
import type { Period } from '../../filters/period.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BreakdownTable } from './BreakdownTable.tsx'
import { PanelTabs } from './PanelTabs.tsx'

/** Rows of a breakdown; the rest is in its details. */
export const PANEL_ROWS = 8

export interface BreakdownLinks {
  /** The same view, asked for a value of a dimension, or no longer. */
  toggle: (dimension: Dimension, value: string) => string
  isChosen: (dimension: Dimension, value: string) => boolean
  details: (dimension: Dimension) => string
  /** The same view without any filter; null where there is none. */
  withoutFilters: string | null
}

interface BreakdownProps {
  panel: PanelId
  dimension: Dimension
  asked: Asked
  period: Period
  links: BreakdownLinks
  onDimension: (dimension: Dimension) => void
}

/** A figure by the values of one dimension of a panel; each value is a way to see only that. */
export function Breakdown({ panel, dimension, asked, period, links, onDimension }: BreakdownProps) {
  const id = useId()
  const { title, dimensions } = PANELS[panel]
  const answer = useAnswer({ ...asked, dimension, limit: PANEL_ROWS }, period)
  return (
    <section className="panel breakdown" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        <PanelTabs label={title} dimensions={dimensions} selected={dimension} onSelect={onDimension} />
      </header>
      <div className="breakdown-body">
        <Figures answer={answer} skeleton={<Skeleton rows={PANEL_ROWS} />}>
          {(data) =>
            data.rows.length === 0 ? (
              <Nothing withoutFilters={links.withoutFilters} />
            ) : (
              <BreakdownTable data={data} dimension={dimension} metrics={asked.metrics} links={links} />
            )
          }
        </Figures>
      </div>
      <footer className="breakdown-foot">
        <Link to={links.details(dimension)} preventScrollReset>
          Details<span className="visually-hidden"> by {dimensionLabel(dimension)}</span>
        </Link>
      </footer>
    </section>
  )
}

function Nothing({ withoutFilters }: Pick<BreakdownLinks, 'withoutFilters'>) {
  if (withoutFilters === null) return <Empty>No events in this period.</Empty>
  return (
    <Empty>
      Nothing for these filters.{' '}
      <Link to={withoutFilters} preventScrollReset>
        Clear them
      </Link>
    </Empty>
  )
}
