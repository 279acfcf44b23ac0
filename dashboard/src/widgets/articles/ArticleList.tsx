import { ArticleReport, type ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { useMemo } from 'react'
import { useReport } from '../../api/use-report.ts'
import { readSort, writeSort, type Sort } from '../../filters/sort.ts'
import type { Scope } from '../../filters/use-scope.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SortableTable } from '../../ui/SortableTable.tsx'
import { articleColumns } from './article-columns.tsx'

const MOST_VIEWED: Sort = { by: 'views', descending: true }
const REPORT = { name: 'articles', schema: ArticleReport }

/** Every article with what became of it in the period. */
export function ArticleList({ scope }: { scope: Scope }) {
  const answer = useReport(REPORT, scope.period)
  const query = scope.queryWith({ own: { sort: null } }).toString()
  const columns = useMemo(
    () => articleColumns((path) => paths.article(slugOf(path), new URLSearchParams(query))),
    [query],
  )
  const sort = readSort(
    scope.params,
    columns.map(({ id }) => id),
    MOST_VIEWED,
  )
  return (
    <Panel title="Articles" note="Sign-ups, clicks and value after reading, by 1,000 visits">
      <Figures answer={answer} skeleton={<Skeleton rows={12} />}>
        {(articles) =>
          articles.length === 0 ? (
            <Empty>This collector does not know the magazine’s articles: it needs the site’s build.</Empty>
          ) : (
            <SortableTable<ArticleFigures>
              caption="Articles"
              columns={columns}
              rows={articles}
              keyOf={({ path }) => path}
              sort={sort}
              onSort={(sort) => scope.change({ own: { sort: writeSort(sort, MOST_VIEWED) } })}
            />
          )
        }
      </Figures>
    </Panel>
  )
}

/** The last part of an article's path. */
function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
