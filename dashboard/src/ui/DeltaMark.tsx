import type { Delta } from '../format/metric.ts'

const ARROWS = { up: '▲', down: '▼', flat: '■' } as const
const WORDS = { up: 'up', down: 'down', flat: 'unchanged' } as const

/** A change, by arrow, sign and colour; screen readers get the words. */
export function DeltaMark({ delta }: { delta: Delta | null }) {
  if (delta === null) return <span className="delta">–</span>
  return (
    <span
      className="delta"
      data-tone={delta.tone}
      title={
        delta.isChance ? 'May be chance: samples of this size differ by as much for no reason' : undefined
      }
    >
      <span className="visually-hidden">
        {WORDS[delta.direction]}
        {delta.isChance && ', which may be chance'},{' '}
      </span>
      <span className="delta-arrow" aria-hidden="true">
        {ARROWS[delta.direction]}
      </span>
      {delta.text}
    </span>
  )
}
