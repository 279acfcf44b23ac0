import { listArticles } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { useReport } from '../../api/stats.ts'
import { useComparison } from '../../filters/use-comparison.ts'
import { useScope } from '../../filters/use-scope.ts'
import { pageHref } from '../../filters/value-hrefs.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { fileName } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SortedTable, useSortParam } from '../../ui/SortedTable.tsx'
import { outcomeColumns, readingColumns } from './article-columns.tsx'

const MOST_VIEWED = { by: 'views', descending: true }
const BEST_FEEDERS = { by: 'subscriptions-other-pages', descending: true }

/** How articles are read, and what sessions do after opening them. */
export function ArticlesPage() {
  const scope = useScope()
  const comparison = useComparison(scope)
  const result = useReport(listArticles, scope.period, { query: comparison.query })
  const before = result.status === 'ready' ? comparison.before(result.data) : null
  const options = {
    hrefOf: (path: string) => pageHref(scope, path),
    before: before && { ...before, days: comparison.days },
  }
  const columns = readingColumns(options)
  const sorting = useSortParam(columns, MOST_VIEWED)
  const words = comparison.words !== null && <p className="note">{comparison.words}</p>
  return (
    <ScopedPage
      title="Articles"
      subtitle="How far each is read, for how long, and what follows"
      scope={scope}
    >
      <Loaded result={result} rows={12}>
        {({ articles }) => (
          <div className="stack">
            <Panel title="Reading">
              {articles.length === 0 ? (
                <Empty>The collector does not know the articles. Build the site and restart it.</Empty>
              ) : (
                <SortedTable
                  caption="Articles"
                  columns={columns}
                  rows={articles}
                  keyOf={({ path }) => path}
                  layout="wide"
                  file={fileName('articles', scope.period)}
                  {...sorting}
                />
              )}
              {words}
              <Definitions
                of={[
                  METRICS.page_views,
                  DEFINITIONS.articleSessions,
                  METRICS.read_100,
                  METRICS.engaged_time,
                  METRICS.median_engaged_time,
                  DEFINITIONS.readingTime,
                  DEFINITIONS.articleExits,
                  DEFINITIONS.deadEnds,
                  DEFINITIONS.firstDays,
                  DEFINITIONS.filteredSessions,
                ]}
              />
            </Panel>
            {articles.length > 0 && (
              <Panel
                title="What follows"
                note="In the same session, after opening the article; “other pages” leaves out its own page"
              >
                <SortedTable
                  caption="What follows"
                  columns={outcomeColumns(options)}
                  rows={articles}
                  keyOf={({ path }) => path}
                  layout="wide"
                  file={fileName('articles-outcomes', scope.period)}
                  sort={BEST_FEEDERS}
                />
                {words}
                <Definitions
                  of={[
                    DEFINITIONS.articleSessions,
                    DEFINITIONS.articleConversionRate,
                    DEFINITIONS.afterReading,
                    DEFINITIONS.leadsTo,
                    DEFINITIONS.filteredSessions,
                  ]}
                />
              </Panel>
            )}
          </div>
        )}
      </Loaded>
    </ScopedPage>
  )
}
