import { Popover } from './Popover.tsx'
import { useShortcutsEnabled } from './use-shortcuts.ts'

interface ShortcutHelpProps {
  shortcuts: readonly { key: string; does: string }[]
}

/** The keys that do something, and the way to switch them off. */
export function ShortcutHelp({ shortcuts }: ShortcutHelpProps) {
  const [enabled, setEnabled] = useShortcutsEnabled()
  return (
    <Popover
      button="Keys"
      buttonClass="button keys-button"
      label="Keyboard shortcuts"
      title="Keyboard shortcuts"
      className="keys-popover"
    >
      {() => (
        <>
          <dl className="keys">
            {shortcuts.map(({ key, does }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <label className="choice">
            <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />{' '}
            Shortcuts are on in this browser
          </label>
        </>
      )}
    </Popover>
  )
}
