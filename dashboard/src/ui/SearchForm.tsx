import { useId } from 'react'

interface SearchFormProps {
  label: string
  /** What is searched for at present. */
  text: string
  onSearch: (text: string) => void
}

export function SearchForm({ label, text, onSearch }: SearchFormProps) {
  const id = useId()
  return (
    <search>
      <form
        className="search"
        // Another address brings another text with it.
        key={text}
        action={(form) => {
          const given = form.get('q')
          onSearch(typeof given === 'string' ? given.trim() : '')
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <input id={id} name="q" type="search" defaultValue={text} placeholder={label} maxLength={200} />
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  )
}
