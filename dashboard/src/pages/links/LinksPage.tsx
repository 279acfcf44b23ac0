import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { readLinkHealth } from '@half-measure/shared/routes/links.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import {
  type CheckedLink,
  LINK_STATE_DEFINITIONS,
  LINK_STATES,
  type LinkHealth,
} from '@half-measure/shared/stats/link-health.ts'
import { useApiQuery } from '../../api/queries.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { formatMoment } from '../../format/time.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { Page } from '../../layout/Page.tsx'
import { siteOrigin } from '../../layout/site.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { SortedTable, useSortParam } from '../../ui/SortedTable.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import { linkColumns } from './link-columns.tsx'
import { LINK_KINDS, type LinkKind, ofKind, stateCounts } from './link-text.ts'

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
  const site = siteOrigin()
  const kind = LINK_KINDS.find((one) => one === scope.params.get('kind')) ?? 'all'
  const columns = linkColumns({ scope, site, isChecked: checked_at !== null })
  const sorting = useSortParam(columns, DEAD_FIRST)
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
  const shown = ofKind(links, kind)
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
        note={countOf(shown.length, 'link')}
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
        <SortedTable<CheckedLink>
          caption="Outbound links"
          columns={columns}
          rows={shown}
          keyOf={({ href }) => href}
          layout="wide"
          file="link-health"
          {...sorting}
        />
      </Panel>
    </div>
  )
}

function checkedText(isChecking: boolean, checkedAt: string | null): string {
  const last = checkedAt === null ? null : `Last checked on ${formatMoment(checkedAt)}`
  if (isChecking) return last ?? 'Checked every night; not checked yet'
  return `${last === null ? '' : `${last}. `}Checks are off on this installation (CHECK_LINKS)`
}
