import { Link } from 'react-router-dom'

export interface LinkTab {
  label: string
  to: string
  current: boolean
}

interface LinkTabsProps {
  /** What is chosen between. */
  label: string
  tabs: LinkTab[]
}

/** A choice that lives in the address. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className="link-tabs" aria-label={label}>
      {tabs.map(({ label, to, current }) => (
        <Link key={to} to={to} aria-current={current ? 'true' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
