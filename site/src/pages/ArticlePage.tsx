import { ArticleEnd } from '../articles/ArticleEnd.tsx'
import { ArticleHead } from '../articles/ArticleHead.tsx'
import { HeroFigure } from '../articles/HeroFigure.tsx'
import { Prose } from '../articles/Prose.tsx'
import type { Article, Heading } from '../articles/article.ts'
import { PageHead } from '../document/PageHead.tsx'
import { articleNode, breadcrumbNode } from '../document/json-ld.tsx'
import { paths } from '../paths.ts'

/** Fewer sections need no contents list. */
const SECTIONS_WORTH_LISTING = 5

export function ArticlePage({ article }: { readonly article: Article }) {
  const { slug, title, excerpt, heroAlt, heroCaption, headings, Body } = article
  const path = paths.article(slug)
  return (
    <article className="article" data-reading>
      <PageHead
        title={title}
        description={excerpt}
        path={path}
        picture={slug}
        pictureAlt={heroAlt}
        article={{ ...article, section: article.category }}
        graph={[articleNode(article), breadcrumbNode(['Stories', paths.stories], [title, path])]}
      />
      <ArticleHead article={article} />
      <HeroFigure slug={slug} alt={heroAlt} caption={heroCaption} />
      {headings.length >= SECTIONS_WORTH_LISTING && <ContentsList headings={headings} />}
      <Prose Body={Body} />
      <ArticleEnd article={article} />
    </article>
  )
}

/** The sections of a long article, beside it on wide screens. */
function ContentsList({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <h2 id="contents-title">Contents</h2>
      <ol className="contents-links">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
