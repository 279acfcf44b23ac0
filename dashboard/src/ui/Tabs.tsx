import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'

interface TabsProps<T extends string> {
  label: string
  tabs: readonly { id: T; label: string }[]
  selected: T
  onSelect: (id: T) => void
  children: ReactNode
}

/** Tabs as the ARIA pattern has them: one tab stop, arrow keys, Home and End. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const id = useId()

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const tab = {
      ArrowRight: tabs[(at + 1) % tabs.length],
      ArrowLeft: tabs.at(at - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    document.getElementById(`${id}-${tab.id}`)?.focus()
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}

export interface LinkTab {
  label: string
  to: string
  isCurrent: boolean
}

/** A choice that lives in the address. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav className="link-tabs" aria-label={label}>
      {tabs.map(({ label, to, isCurrent }) => (
        <Link key={to} to={to} aria-current={isCurrent ? 'true' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
