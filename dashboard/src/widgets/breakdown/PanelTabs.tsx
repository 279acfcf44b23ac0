import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { useId } from 'react'
import { dimensionLabel } from '../../filters/asked.ts'

interface PanelTabsProps {
  /** What is chosen for. */
  label: string
  dimensions: readonly Dimension[]
  selected: Dimension
  onSelect: (dimension: Dimension) => void
}

/** So many fit beside each other. */
const MOST_TABS = 4

/** What a panel is split by: side by side, or in a list where there are many. */
export function PanelTabs({ label, dimensions, selected, onSelect }: PanelTabsProps) {
  const id = useId()
  if (dimensions.length > MOST_TABS) {
    return (
      <>
        <label htmlFor={id} className="visually-hidden">
          {label} by
        </label>
        <select
          id={id}
          className="small-select"
          value={selected}
          onChange={(event) => {
            const chosen = dimensions.find((dimension) => dimension === event.target.value)
            if (chosen) onSelect(chosen)
          }}
        >
          {dimensions.map((dimension) => (
            <option key={dimension} value={dimension}>
              {dimensionLabel(dimension)}
            </option>
          ))}
        </select>
      </>
    )
  }
  return (
    <fieldset className="panel-tabs" aria-label={`${label} by`}>
      {dimensions.map((dimension) => (
        <button
          key={dimension}
          type="button"
          aria-pressed={dimension === selected}
          onClick={() => onSelect(dimension)}
        >
          {dimensionLabel(dimension)}
        </button>
      ))}
    </fieldset>
  )
}
