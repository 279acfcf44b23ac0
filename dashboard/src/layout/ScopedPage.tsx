import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { ReactNode } from 'react'
import { FilterBar } from '../filters/FilterBar.tsx'
import type { UsedScope } from '../filters/use-scope.ts'
import { scopeShortcuts } from '../filters/scope-shortcuts.ts'
import { Problems } from '../ui/Alert.tsx'
import { ShortcutHelp, useShortcuts } from '../ui/Shortcuts.tsx'
import { CoverageLine } from './coverage/CoverageLine.tsx'
import { Page } from './Page.tsx'

interface ScopedPageProps {
  title: string
  subtitle: ReactNode
  scope: UsedScope
  /** Whether its figures can be compared. */
  isCompared?: boolean
  /** The page of the magazine that all figures are about. */
  magazinePage?: string | undefined
  tools?: ReactNode
  settings?: ReactNode
  children: ReactNode
}

/** The frame of a page about a period: the filter bar above its figures, and keys for both. */
export function ScopedPage(props: ScopedPageProps) {
  const { title, subtitle, scope, isCompared = true, magazinePage, tools, settings, children } = props
  const shortcuts = scopeShortcuts(scope, isCompared)
  useShortcuts(shortcuts)
  const pageFilter: Filter[] = magazinePage
    ? [{ operator: 'is', dimension: 'page', values: [magazinePage] }]
    : []
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
      <FilterBar scope={scope} isCompared={isCompared}>
        {settings}
      </FilterBar>
      <Problems problems={scope.problems} />
      <CoverageLine scope={scope} filters={[...scope.filters, ...pageFilter]} />
      <div className="stack">{children}</div>
    </Page>
  )
}
