import { Link, useParams } from 'react-router-dom'
import { useScope } from '../filters/use-scope.ts'
import { paths } from '../paths.ts'
import { ArticleReportCard } from '../widgets/articles/ArticleReportCard.tsx'
import { ReportRoom } from './ReportRoom.tsx'

export function ArticlePage() {
  const { slug = '' } = useParams()
  const scope = useScope()
  return (
    <ReportRoom
      title="Article"
      subtitle="What became of it, and where its readers went"
      scope={scope}
      tools={<Link to={paths.articles(scope.queryWith({}))}>All articles</Link>}
    >
      <ArticleReportCard slug={slug} scope={scope} />
    </ReportRoom>
  )
}
