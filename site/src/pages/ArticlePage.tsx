import type { Article } from '../articles/article.ts'
import { ArticleEnd } from '../articles/ArticleEnd.tsx'
import { ArticleHead } from '../articles/ArticleHead.tsx'
import { ContentsList } from '../articles/ContentsList.tsx'
import { HeroFigure } from '../articles/HeroFigure.tsx'
import { Prose } from '../articles/Prose.tsx'
import { articleNode, breadcrumbNode } from '../document/json-ld-nodes.ts'
import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'

/** An article with fewer sections is read in one go. */
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
        graph={[
          articleNode(article),
          breadcrumbNode([
            ['Stories', paths.stories],
            [title, path],
          ]),
        ]}
      />
      <ArticleHead article={article} />
      <HeroFigure slug={slug} alt={heroAlt} caption={heroCaption} />
      {headings.length >= SECTIONS_WORTH_LISTING && <ContentsList headings={headings} />}
      <Prose Body={Body} />
      <ArticleEnd article={article} />
    </article>
  )
}
