import { useScope } from '../filters/use-scope.ts'
import { ArticleList } from '../widgets/articles/ArticleList.tsx'
import { ReportRoom } from './ReportRoom.tsx'

export function ArticlesPage() {
  const scope = useScope()
  return (
    <ReportRoom
      title="Articles"
      subtitle="What became of each, from the first line to the last"
      scope={scope}
    >
      <ArticleList scope={scope} />
    </ReportRoom>
  )
}
