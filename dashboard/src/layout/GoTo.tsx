import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'

// Fetched when it is first opened, with its entries.
const GoToDialog = lazy(async () => ({ default: (await import('./GoToDialog.tsx')).GoToDialog }))

/** Opens a search for pages, articles, saved views and funnels: by its button, ⌘K or Ctrl K. */
export function GoTo() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.key.toLowerCase() !== 'k') return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <span className="go-to-button">
      <Button
        tone="link"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        Go to…
      </Button>
      {isOpen && (
        <Suspense>
          <GoToDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
