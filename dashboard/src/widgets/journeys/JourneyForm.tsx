import type { JourneyView } from './journey-view.ts'

interface JourneyFormProps {
  view: JourneyView
  onChange: (view: JourneyView) => void
}

/** Where to set out from, which way, and how far. */
export function JourneyForm({ view, onChange }: JourneyFormProps) {
  return (
    <form
      className="room-form"
      action={(form) => {
        const page = form.get('page')
        if (typeof page === 'string') onChange({ ...view, page })
      }}
    >
      <label className="labelled-select">
        Page
        <input
          name="page"
          defaultValue={view.page}
          pattern="/.*"
          title="A path that begins with /"
          required
        />
      </label>
      <button type="submit" className="button">
        Show
      </button>
      <label className="labelled-select">
        Direction
        <select
          value={view.direction}
          onChange={({ target }) =>
            onChange({ ...view, direction: target.value === 'previous' ? 'previous' : 'next' })
          }
        >
          <option value="next">onwards</option>
          <option value="previous">backwards</option>
        </select>
      </label>
      <label className="labelled-select">
        Pages
        <select
          value={view.steps}
          onChange={({ target }) => onChange({ ...view, steps: Number(target.value) })}
        >
          {[1, 2, 3, 4, 5].map((steps) => (
            <option key={steps}>{steps}</option>
          ))}
        </select>
      </label>
    </form>
  )
}
