import { useEffect, useId, useRef, type ReactNode } from 'react'

interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Lies over the page until it is closed, and keeps the focus meanwhile. */
export function Modal({ title, onClose, children }: ModalProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser gives the focus back to where it was.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      onCancel={(event) => {
        // Its closing is the address's to say.
        event.preventDefault()
        onClose()
      }}
      // A press beside it counts as Escape does.
      closedby="any"
    >
      <div className="modal-box">
        <header className="modal-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
