import { useId, useState, type ReactNode } from 'react'

interface PopoverProps {
  /** Accessible name of the button, where its content is not enough. */
  label?: string
  button: ReactNode
  buttonClass?: string
  /** Names the popover. */
  title: string
  className?: string
  onToggle?: () => void
  /** Rendered while it is open. */
  children: (close: () => void) => ReactNode
}

/** A button and its popover, which closes on Escape, on a press elsewhere, or by `close`. */
export function Popover(props: PopoverProps) {
  const { label, button, buttonClass = 'button', title, className = '', onToggle, children } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => document.getElementById(id)?.hidePopover()
  return (
    <>
      <button
        type="button"
        className={buttonClass}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={label}
      >
        {button}
      </button>
      <dialog
        id={id}
        popover="auto"
        className={`popover ${className}`}
        aria-label={title}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          onToggle?.()
        }}
      >
        {open && (
          <>
            {children(close)}
            {/* A sheet that fills a phone leaves little beside it to press. */}
            <button type="button" className="button popover-close" onClick={close}>
              Close
            </button>
          </>
        )}
      </dialog>
    </>
  )
}
