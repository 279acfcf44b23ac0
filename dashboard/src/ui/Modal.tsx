import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'

interface ModalProps {
  title: string
  /** `small` for a short form. */
  size?: 'small' | 'large'
  onClose: () => void
  children: ReactNode
}

/** Over the page until it is closed. */
export function Modal({ title, size = 'large', onClose, children }: ModalProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // If it is closed before it is removed, the browser restores the focus.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // Closing goes through the address.
        event.preventDefault()
        onClose()
      }}
      // A press beside it closes it too.
      closedby="any"
    >
      <header className="row spread">
        <h2 id={id}>{title}</h2>
        <Button onClick={onClose}>Close</Button>
      </header>
      {children}
    </dialog>
  )
}

/** A ref for what has the focus when the dialog opens, in place of the button that closes it. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
