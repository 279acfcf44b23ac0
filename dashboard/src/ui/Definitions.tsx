import type { FigureDefinition } from '@half-measure/shared/stats/definitions.ts'

/** What the figures beside it count, on demand. */
export function Definitions({ of }: { of: readonly FigureDefinition[] }) {
  return (
    <details className="definitions">
      <summary>What these figures count</summary>
      <dl>
        {of.map(({ label, definition }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
