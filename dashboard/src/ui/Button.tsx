import { type ComponentProps, useState } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  tone?: 'plain' | 'primary' | 'danger' | 'link'
  /** Cannot be pressed, and keeps the focus. */
  busy?: boolean
}

const CLASSES = {
  plain: 'button',
  primary: 'button button-primary',
  danger: 'button button-danger',
  link: 'link-button',
} as const

export function Button({ tone = 'plain', busy = false, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={CLASSES[tone]}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

interface ConfirmButtonProps {
  children: string
  /** What the second press does. */
  confirmation: string
  /** What the button acts on, for its accessible name, if only its place shows it. */
  about?: string
  onConfirm: () => void
  busy?: boolean
}

/** For irreversible actions: asks for confirmation in the same place. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { children, confirmation, about, onConfirm, busy = false } = props
  const [step, setStep] = useState<'untouched' | 'asking' | 'answered'>('untouched')
  const named = (words: string) => about && `${words}: ${about}`
  if (step !== 'asking') {
    return (
      <Button
        aria-label={named(children)}
        busy={busy}
        ref={step === 'answered' ? takeFocus : undefined}
        onClick={() => setStep('asking')}
      >
        {children}
      </Button>
    )
  }
  return (
    <span className="row">
      <Button
        aria-label={named(confirmation)}
        tone="danger"
        ref={takeFocus}
        onClick={() => {
          setStep('answered')
          onConfirm()
        }}
      >
        {confirmation}
      </Button>
      <Button onClick={() => setStep('answered')}>Cancel</Button>
    </span>
  )
}

/**
 * The pressed button is replaced, so the focus continues on the one in its place. One function for all renders: a new
 * one would take the focus again with each.
 */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
