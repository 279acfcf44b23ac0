import type { Delta } from '../format/metric.ts'

const ARROWS = { up: '▲', down: '▼', flat: '■' } as const
const WORDS = { up: 'up', down: 'down', flat: 'unchanged' } as const

/** A change, by arrow, sign and colour; screen readers get the word. */
export function DeltaMark({ delta }: { delta: Delta | null }) {
  if (delta === null) return <span className="delta">–</span>
  return (
    <span className="delta" data-tone={delta.tone}>
      <span className="visually-hidden">{WORDS[delta.direction]}, </span>
      <span className="delta-arrow" aria-hidden="true">
        {ARROWS[delta.direction]}
      </span>
      {delta.text}
    </span>
  )
}
