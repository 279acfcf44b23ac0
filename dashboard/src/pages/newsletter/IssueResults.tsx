import { issueCampaign } from '@half-measure/shared/domain/issue-campaign.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS, REPORTED_METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { Link } from 'react-router-dom'
import { useStats } from '../../api/stats.ts'
import { type PageParams, type PageScope, scopeHref } from '../../filters/scope.ts'
import { pageHref } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { exactFigure } from '../../format/metric.ts'
import { CoverageLine } from '../../layout/coverage/CoverageLine.tsx'
import { paths } from '../../paths.ts'
import { dayAt } from '../../time/day.ts'
import { fileName, periodOf } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { RankedList } from '../../ui/RankedList.tsx'
import { useNow } from '../../ui/use-now.ts'

const MAX_PAGES = 10

/** What readers who came by an issue's links did, since sending began. */
export function IssueResults({ id, startedAt }: { id: string; startedAt: Date }) {
  const campaign = issueCampaign(id, startedAt)
  const filters: Filter[] = [{ operator: 'is', dimension: 'utm_campaign', values: [campaign] }]
  const today = dayAt(useNow(), publication.timeZone)
  const days = { from: dayAt(startedAt, publication.timeZone), to: today }
  const period = periodOf({ kind: 'days', ...days }, today)
  const totals = useStats({ metrics: [...REPORTED_METRICS], filters }, period)
  const pages = useStats({ metrics: ['sessions'], dimension: 'page', limit: MAX_PAGES, filters }, period)
  const labelOf = useValueLabel()
  const query: PageScope = { range: { kind: 'days', ...days }, bots: 'exclude', compare: null, filters }
  const scope = { ...query, today, hrefOf: (path: string, own?: PageParams) => scopeHref(query, path, own) }
  return (
    <Panel
      title="What readers did"
      note="Sessions started by its links, and later ones in the same tabs, of readers who accepted cookies"
    >
      <div className="stack">
        <CoverageLine scope={scope} filters={filters} when="since it was sent" />
        <Loaded result={totals} what="What readers did" rows={2}>
          {({ totals }) => (
            <FigureList
              figures={REPORTED_METRICS.map((metric) => ({
                label: METRICS[metric].label,
                value: exactFigure(metric, totals.figures[metric]),
              }))}
            />
          )}
        </Loaded>
        <Loaded result={pages} what="The pages" rows={4}>
          {({ rows }) => (
            <RankedList
              caption="Pages that they viewed"
              nameHeader="Page"
              countHeader="Sessions"
              definition={METRICS.sessions.definition}
              unit="session"
              rows={rows.map(({ key, figures }) => ({
                name: labelOf('page', key),
                count: figures.sessions ?? 0,
                to: pageHref(scope, key),
              }))}
              empty="Nobody has followed a link of this issue yet, or nobody who accepted cookies."
              file={fileName(`issue-${campaign}`, period)}
            />
          )}
        </Loaded>
        <p>
          <Link to={scope.hrefOf(paths.explore)}>Explore these sessions</Link>
        </p>
        <Definitions of={[DEFINITIONS.issueSessions, ...REPORTED_METRICS.map((metric) => METRICS[metric])]} />
      </div>
    </Panel>
  )
}
