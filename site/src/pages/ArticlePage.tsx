import type { Article } from '../articles/article.ts'
import { categoryColour } from '../articles/category.ts'
import { Prose } from '../articles/Prose.tsx'
import { storyDate } from '../dates/display-date.ts'
import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'

export function ArticlePage({ article }: { readonly article: Article }) {
  const { slug, title, standfirst, excerpt, category, author, published, readMinutes, Body } = article
  return (
    <article className="article">
      <PageHead title={title} description={excerpt} path={paths.article(slug)} type="article" />
      <header className="article-head">
        <p className="category" data-colour={categoryColour(category)}>
          {category}
        </p>
        <h1>{title}</h1>
        <p className="standfirst">{standfirst}</p>
        <p className="byline">
          By {author} · <time dateTime={published}>{storyDate(published)}</time> · {readMinutes} min read
        </p>
      </header>
      <Prose Body={Body} />
    </article>
  )
}
