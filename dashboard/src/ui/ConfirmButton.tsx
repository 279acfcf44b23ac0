import { useState } from 'react'

interface ConfirmButtonProps {
  children: string
  /** What a second press does, in words. */
  question: string
  onConfirm: () => void
  disabled?: boolean
}

/** For what cannot be taken back: asks once more, in the same place. */
export function ConfirmButton({ children, question, onConfirm, disabled = false }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <button
        type="button"
        className="button"
        aria-disabled={disabled}
        onClick={() => !disabled && setAsking(true)}
      >
        {children}
      </button>
    )
  }
  return (
    <span className="confirm">
      <button
        type="button"
        className="button button-danger"
        // Focus follows the question into the place of the button that asked it.
        ref={(button) => button?.focus()}
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {question}
      </button>
      <button type="button" className="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  )
}
