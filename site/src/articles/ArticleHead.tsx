import { storyDate } from '../dates/display-date.ts'
import { Headline } from '../layout/PageTitle.tsx'
import type { Article } from './article.ts'
import { AuthorLink, CategoryBadge } from './Byline.tsx'

export function ArticleHead({ article }: { readonly article: Article }) {
  const { slug, category, title, standfirst, author, kind, kindNote, published, updated, readMinutes } =
    article
  return (
    <header className="article-head">
      <CategoryBadge category={category} />
      <Headline title={title} />
      <p className="standfirst">{standfirst}</p>
      <div className="byline">
        <span>
          By <AuthorLink name={author} />
        </span>
        <time dateTime={published}>{storyDate(published)}</time>
        {updated && (
          <span>
            Updated <time dateTime={updated}>{storyDate(updated)}</time>
          </span>
        )}
        <span>{readMinutes} min read</span>
        <span className="share">
          <button type="button" className="link-button" aria-pressed="false" data-save={slug}>
            Save for later
          </button>
        </span>
        <span className="share" data-share>
          <button type="button" className="link-button">
            Share
          </button>
          <output />
        </span>
      </div>
      <p className="kind">
        <strong>{kind}</strong> {kindNote}
      </p>
    </header>
  )
}
