import { type ComponentProps, type ReactNode, useRef } from 'react'

interface FormProps {
  /** Fields below each other, or in a line. */
  layout?: 'stack' | 'row'
  label?: string
  /** For controls outside of it. */
  id?: string
  busy?: boolean
  /**
   * `field` reads a field: passwords as typed, anything else trimmed. The form is emptied if this resolves with
   * something truthy.
   */
  onSubmit: (field: (name: string) => string, data: FormData) => unknown
  children: ReactNode
}

/** A form that keeps what was typed until it is accepted, and is not sent twice. */
export function Form({ layout = 'stack', label, id, busy = false, onSubmit, children }: FormProps) {
  const isSending = useRef(false)
  return (
    <form
      id={id}
      className={layout === 'row' ? 'row form-row' : 'form'}
      // Nothing typed gets into an address, even if it is sent before the page's script has come.
      method="post"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || isSending.current) return
        const form = event.currentTarget
        const data = new FormData(form)
        const field = (name: string) => {
          const value = data.get(name)
          if (typeof value !== 'string') return ''
          const input = form.elements.namedItem(name)
          return input instanceof HTMLInputElement && input.type === 'password' ? value : value.trim()
        }
        isSending.current = true
        form.ariaBusy = 'true'
        void Promise.resolve(onSubmit(field, data))
          .then((accepted) => accepted && form.reset())
          .finally(() => {
            isSending.current = false
            form.ariaBusy = null
          })
      }}
    >
      {children}
    </form>
  )
}

interface FieldProps extends ComponentProps<'input'> {
  label: string
  /** Beside its label, rather than below it. */
  isInline?: boolean
}

export function Field({ label, isInline = false, ...input }: FieldProps) {
  return (
    <label className={isInline ? 'inline-field' : undefined}>
      {label}
      <input {...input} />
    </label>
  )
}

export function PasswordField(props: FieldProps) {
  return <Field name="password" type="password" autoComplete="current-password" required {...props} />
}

export interface SelectProps<T extends string> {
  label: string
  /** For screen readers only. */
  isLabelHidden?: boolean
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, isLabelHidden = false, value, options, onChange } = props
  const select = (
    <select
      aria-label={isLabelHidden ? label : undefined}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
  if (isLabelHidden) return select
  return (
    <label className="inline-field">
      {label} {select}
    </label>
  )
}

interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The form cannot be sent without it. */
  required?: boolean
}

export function Checkbox({ label, checked, onChange, required = false }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={checked}
        required={required}
        onChange={({ target }) => onChange(target.checked)}
      />{' '}
      {label}
    </label>
  )
}
