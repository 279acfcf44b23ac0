import { useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'

let isPaused = false
const listeners = new Set<() => void>()
const paused = () => isPaused

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody wants figures to stay as they are, on every page of this tab, until they say otherwise. */
export function usePaused(): boolean {
  return useSyncExternalStore(subscribe, paused, paused)
}

/** Stops figures from changing by themselves, which not everybody can read. */
export function PauseButton() {
  const words = usePaused() ? 'Resume' : 'Pause'
  return (
    <Button
      tone="link"
      aria-label={`${words} refreshing`}
      onClick={() => {
        isPaused = !isPaused
        for (const listener of listeners) listener()
      }}
    >
      {words}
    </Button>
  )
}
