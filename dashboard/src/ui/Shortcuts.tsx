import { useEffect, useSyncExternalStore } from 'react'
import { Checkbox } from './Form.tsx'
import { Popover } from './Popover.tsx'

export interface Shortcut {
  /** As `KeyboardEvent.key` has it, letters in lower case. */
  key: string
  label: string
  run: () => void
}

/** Single letters get in the way of speech input, so they can be switched off. */
const STORAGE_KEY = 'dashboard-shortcuts'
const OFF = 'off'
const listeners = new Set<() => void>()

/** Runs a key's action, unless somebody is typing, a modifier is held, or a dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const [enabled] = useShortcutsEnabled()
  useEffect(() => {
    if (!enabled) return
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open], :popover-open')) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const shortcut = shortcuts.find((shortcut) => shortcut.key === key)
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [shortcuts, enabled])
}

/** Whether shortcuts are on in this browser, and a way to change that. */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  return [useSyncExternalStore(subscribe, isEnabled), setEnabled]
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

/** The list of shortcuts, and the switch. */
export function ShortcutHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [enabled, setEnabled] = useShortcutsEnabled()
  return (
    <Popover button="Shortcuts" buttonClass="button shortcuts-button" title="Keyboard shortcuts">
      {() => (
        <>
          <dl className="shortcuts">
            {shortcuts.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <kbd>{keyName(key)}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <Checkbox label="Shortcuts are on in this browser" checked={enabled} onChange={setEnabled} />
        </>
      )}
    </Popover>
  )
}

function keyName(key: string): string {
  return key === 'Escape' ? 'Esc' : key.toUpperCase()
}
