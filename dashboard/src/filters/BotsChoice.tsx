import type { Period } from './period.ts'

interface BotsChoiceProps {
  bots: Period['bots']
  onChange: (bots: Period['bots']) => void
}

/** Whether visits of programs that say so count. */
export function BotsChoice({ bots, onChange }: BotsChoiceProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={bots === 'include'}
        onChange={(event) => onChange(event.target.checked ? 'include' : 'exclude')}
      />
      With bots
    </label>
  )
}
