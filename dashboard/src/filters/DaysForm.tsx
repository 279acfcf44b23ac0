import { parseDay, type Day } from '../time/day.ts'
import type { Days, DraftRange } from '../time/period.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'

interface DaysFormProps {
  days: DraftRange
  /** The last day that can be chosen. */
  today: Day
  /** The choice, or the next step. */
  hint: string
  onApply: (days: Days) => void
}

/** A first and a last day to type, in either order. */
export function DaysForm({ days, today, hint, onApply }: DaysFormProps) {
  const field = (name: 'from' | 'to', label: string) => (
    <label className="inline-field">
      {label}
      <input key={days[name]} name={name} type="date" max={today} required defaultValue={days[name] ?? ''} />
    </label>
  )
  return (
    <Form
      layout="row"
      onSubmit={(typed) => {
        const [first, last] = [parseDay(typed('from')), parseDay(typed('to'))]
        if (first !== null && last !== null)
          onApply(first < last ? { from: first, to: last } : { from: last, to: first })
      }}
    >
      {field('from', 'First day')}
      {field('to', 'Last day')}
      <Button type="submit" tone="primary">
        Apply
      </Button>
      <output className="note">{hint}</output>
    </Form>
  )
}
