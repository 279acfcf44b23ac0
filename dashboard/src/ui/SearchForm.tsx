import { Button } from './Button.tsx'
import { Form } from './Form.tsx'

interface SearchFormProps {
  label: string
  /** The current search. */
  text: string
  onSearch: (text: string) => void
}

export function SearchForm({ label, text, onSearch }: SearchFormProps) {
  return (
    <search>
      {/* Another address brings another text. */}
      <Form key={text} layout="row" onSubmit={(field) => onSearch(field('q'))}>
        <input
          name="q"
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={text}
          maxLength={200}
        />
        <Button type="submit">Search</Button>
      </Form>
    </search>
  )
}
