import type { Article } from '../articles/article.ts'
import { paths } from '../paths.ts'

/** An article's own pull quote, large enough to stand alone. */
export function HomeQuote({ article }: { readonly article: Article }) {
  const { slug, title, pullQuote } = article
  if (pullQuote === undefined) throw new Error(`${slug} has no pull quote for the home page`)
  return (
    <figure className="home-quote">
      <blockquote>{pullQuote}</blockquote>
      <figcaption>
        From <a href={paths.article(slug)}>{title}</a>
      </figcaption>
    </figure>
  )
}
