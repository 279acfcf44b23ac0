import { type ComponentProps, useId, useState } from 'react'

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
  /** What else the second press does: a sentence, shown beside it. */
  consequence?: string | undefined
  onConfirm: () => void
  busy?: boolean
}

/** For irreversible actions: asks for confirmation in the same place. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { children, confirmation, about, consequence, onConfirm, busy = false } = props
  const consequenceId = useId()
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
      {consequence !== undefined && (
        <span id={consequenceId} className="note">
          {consequence}
        </span>
      )}
      <Button
        aria-label={named(confirmation)}
        aria-describedby={consequence === undefined ? undefined : consequenceId}
        tone="danger"
        ref={takeFocus}
        // The Enter that was pressed for the question is still held. (Space presses when it is released.)
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
        onClick={({ detail }) => {
          // The second press of a double-click.
          if (detail > 1) return
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
 * A ref for what replaces the element with the focus, such as a pressed button. One function for all renders: a new one
 * would take the focus again with each.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
