import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { ReactNode } from 'react'
import { type FilterBarControl, FilterBar } from '../filters/FilterBar.tsx'
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
  /** Beside period and bots. */
  controls?: readonly FilterBarControl[]
  /** The page of the magazine that all figures are about. */
  magazinePage?: string | undefined
  tools?: ReactNode
  /** What else the page is set by. */
  settings?: ReactNode
  children: ReactNode
}

/** The frame of a page about a period: the filter bar above its figures, and keys for both. */
export function ScopedPage(props: ScopedPageProps) {
  const { title, subtitle, scope, controls = [], magazinePage, tools, settings, children } = props
  const shortcuts = scopeShortcuts(scope, controls)
  useShortcuts(shortcuts)
  const filters = controls.includes('filters') ? scope.filters : []
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
      <FilterBar scope={scope} controls={controls}>
        {settings}
      </FilterBar>
      <Problems problems={scope.problems} />
      <CoverageLine scope={scope} filters={[...filters, ...pageFilter]} />
      <div className="stack">{children}</div>
    </Page>
  )
}
