import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { readLinkHealth } from '@half-measure/shared/routes/links.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import {
  type CheckedLink,
  LINK_STATE_DEFINITIONS,
  LINK_STATES,
  type LinkHealth,
} from '@half-measure/shared/stats/link-health.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { formatMoment } from '../../format/time.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { Page } from '../../layout/Page.tsx'
import { siteOrigin } from '../../layout/site.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { SearchForm } from '../../ui/SearchForm.tsx'
import { SortedTable, useSortParam } from '../../ui/SortedTable.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import { linkColumns } from './link-columns.tsx'
import { emptyText, LINK_KINDS, type LinkKind, ofKind, stateCounts, withText } from './link-text.ts'

/** Rows shown at once. */
const STEP = 50

const DEAD_FIRST = { by: 'state', descending: false }

/** Whether the links that leave the magazine still lead somewhere. */
export function LinksPage() {
  const scope = useScope()
  const result = useApiQuery(readLinkHealth, {})
  return (
    <Page
      title="Link health"
      subtitle="Whether partner links, and links to other sites, still lead somewhere"
    >
      {/* Clicks are counted in these days. */}
      <CoverageLine scope={scope} preset="28d" when="of the last 28 days" />
      <Loaded result={result} what="The links" rows={16}>
        {(health) => <Report {...health} scope={scope} />}
      </Loaded>
    </Page>
  )
}

const KIND_LABELS: Record<LinkKind, string> = {
  all: 'All links',
  partner: 'Partner links',
  other: 'Other sites',
}

function Report({ links, is_checking, checked_at, scope }: LinkHealth & { scope: UsedScope }) {
  const labelOf = useValueLabel()
  const navigate = useNavigate()
  const q = scope.params.get('q') ?? ''
  const kind = LINK_KINDS.find((one) => one === scope.params.get('kind')) ?? 'all'
  if (links.length === 0) {
    return (
      <Panel title="Links">
        <Empty>
          The magazine links to no other site. Links in articles and reviews are listed here once it is built
          with them.
        </Empty>
      </Panel>
    )
  }
  const found = withText(ofKind(links, kind), q, labelOf)
  return (
    <div className="stack">
      <Panel title="Health" note={checkedText(is_checking, checked_at)}>
        <FigureList
          figures={stateCounts(links).map(({ label, count }) => ({ label, value: formatCount(count) }))}
        />
        <Definitions
          of={[...LINK_STATES.map((state) => LINK_STATE_DEFINITIONS[state]), DEFINITIONS.linkClicks]}
        />
      </Panel>
      <Panel
        title={KIND_LABELS[kind]}
        note={countOf(found.length, 'link')}
        tools={
          <LinkTabs
            label="Kind of link"
            tabs={LINK_KINDS.map((one) => ({
              label: KIND_LABELS[one],
              to: scope.hrefWith({}, { kind: one === 'all' ? null : one }),
              isCurrent: one === kind,
            }))}
          />
        }
      >
        <SearchForm
          label="Search links and pages"
          text={q}
          onSearch={(text) => void navigate(scope.hrefWith({}, { q: text.trim() || null }))}
        />
        {found.length === 0 ? (
          <Empty>{emptyText(kind, q)}</Empty>
        ) : (
          <LinkTable key={`${kind} ${q}`} links={found} scope={scope} isChecked={checked_at !== null} />
        )}
      </Panel>
    </div>
  )
}

interface LinkTableProps {
  links: readonly CheckedLink[]
  scope: UsedScope
  isChecked: boolean
}

function LinkTable({ links, scope, isChecked }: LinkTableProps) {
  const columns = linkColumns({ scope, site: siteOrigin(), isChecked })
  const sorting = useSortParam(columns, DEAD_FIRST)
  const [limit, setLimit] = useState(STEP)
  return (
    <>
      <SortedTable<CheckedLink>
        caption="Outbound links"
        columns={columns}
        rows={links}
        limit={limit}
        keyOf={({ href }) => href}
        layout="wide"
        file="link-health"
        {...sorting}
      />
      <MoreButton
        more={links.length > limit ? { load: () => setLimit(limit + STEP), loading: false } : null}
      />
    </>
  )
}

function checkedText(isChecking: boolean, checkedAt: string | null): string {
  const last = checkedAt === null ? null : `Last checked on ${formatMoment(checkedAt)}`
  if (isChecking) return last ?? 'Checked every night; not checked yet'
  return `${last === null ? '' : `${last}. `}Checks are off on this installation (CHECK_LINKS)`
}
