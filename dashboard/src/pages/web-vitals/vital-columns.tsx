import {
  VITAL_DEFINITIONS,
  VITAL_REPORT_DEFINITIONS,
} from '@half-measure/shared/stats/web-vital-definitions.ts'
import { type Measured, ratingOf, type Vital } from '@half-measure/shared/stats/web-vitals.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { Link } from 'react-router-dom'
import { formatVital } from '../../format/vital.ts'
import { type Column, figureColumn } from '../../ui/Table.tsx'
import { RatingMark } from './VitalCards.tsx'

interface Named<Row> {
  header: string
  label: (row: Row) => string
  href: (row: Row) => string
}

/** A row's name, its vitals, each with its measured loads, and the loads with any of them. */
export function vitalColumns<Row extends Measured>({ header, label, href }: Named<Row>): Column<Row>[] {
  return [
    { id: 'name', header, value: label, render: (row) => <Link to={href(row)}>{label(row)}</Link> },
    ...(['lcp', 'inp', 'cls'] as const).map(vitalColumn<Row>),
    figureColumn(VITAL_REPORT_DEFINITIONS.loads, ({ loads }) => loads, formatCount, { id: 'loads' }),
  ]
}

function vitalColumn<Row extends Measured>(vital: Vital): Column<Row> {
  const { label, definition } = VITAL_DEFINITIONS[vital]
  const unit = vital === 'cls' ? 'ratio' : 'milliseconds'
  const loads = (part: 'loads' | 'good' | 'poor', of: string, counted: string) => ({
    header: `${label}, ${of}`,
    definition: counted,
    value: (row: Row) => row[vital][part],
  })
  return {
    ...figureColumn<Row>(
      { label, definition, unit },
      (row) => row[vital].p75,
      (value, row) => {
        const rating = ratingOf(vital, row[vital])
        return (
          <>
            {rating !== null && <RatingMark rating={rating} />} {formatVital(vital, value)}{' '}
            <span className="note">{countOf(row[vital].loads, 'load')}</span>
          </>
        )
      },
      { id: vital },
    ),
    saved: [
      { header: label, definition: `75th percentile. ${definition}`, unit, value: (row) => row[vital].p75 },
      loads('loads', 'loads measured', VITAL_REPORT_DEFINITIONS.loads.definition),
      loads('good', 'good loads', definition),
      loads('poor', 'poor loads', definition),
    ],
  }
}
