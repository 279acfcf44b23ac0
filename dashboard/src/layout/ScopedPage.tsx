import type { ReactNode } from 'react'
import { type FilterBarControl, FilterBar } from '../filters/FilterBar.tsx'
import type { UsedScope } from '../filters/use-scope.ts'
import { scopeShortcuts } from '../filters/scope-shortcuts.ts'
import { Problems } from '../ui/Alert.tsx'
import { ShortcutHelp, useShortcuts } from '../ui/Shortcuts.tsx'
import { Page } from './Page.tsx'

interface ScopedPageProps {
  title: string
  subtitle: ReactNode
  scope: UsedScope
  /** Beside period and bots. */
  controls?: readonly FilterBarControl[]
  tools?: ReactNode
  /** What else the page is set by. */
  settings?: ReactNode
  children: ReactNode
}

/** The frame of a page about a period: the filter bar above its figures, and keys for both. */
export function ScopedPage(props: ScopedPageProps) {
  const { title, subtitle, scope, controls = [], tools, settings, children } = props
  const shortcuts = scopeShortcuts(scope, controls)
  useShortcuts(shortcuts)
  return (
    <Page
      title={title}
      subtitle={subtitle}
      tools={
        <>
          {tools}
          <ShortcutHelp shortcuts={shortcuts} />
        </>
      }
    >
      <FilterBar scope={scope} controls={controls}>
        {settings}
      </FilterBar>
      <Problems problems={scope.problems} />
      <div className="stack">{children}</div>
    </Page>
  )
}
