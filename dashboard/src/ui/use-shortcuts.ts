import { useEffect, useSyncExternalStore } from 'react'

/** Single letters trouble people who steer by voice, so that they can be switched off. */
const STORAGE_KEY = 'dashboard-shortcuts'
const OFF = 'off'
const listeners = new Set<() => void>()

/** Runs what belongs to a key, unless somebody is typing, a modifier is held, or a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const [enabled] = useShortcutsEnabled()
  useEffect(() => {
    if (!enabled) return
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isSomethingOpen()) return
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [actions, enabled])
}

/** Whether keys do anything, and a way to change that for this browser. */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  const enabled = useSyncExternalStore(subscribe, isEnabled)
  return [enabled, setEnabled]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF
}

function setEnabled(enabled: boolean): void {
  if (enabled) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, OFF)
  for (const listener of listeners) listener()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null
}

function isSomethingOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}
