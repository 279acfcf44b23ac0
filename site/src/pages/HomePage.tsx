import { publication } from '@half-measure/shared/publication.ts'
import { articles, findArticle } from '../articles/library.ts'
import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'

export function HomePage() {
  const featured = findArticle('professional-day-drinking') ?? articles[0]
  return (
    <>
      <PageHead description={publication.description} path={paths.home} />
      {featured && (
        <section className="hero">
          <p className="category">{featured.category}</p>
          <h1>{featured.title}</h1>
          <p className="standfirst">{featured.standfirst}</p>
          <p className="byline">
            By {featured.author} · {featured.readMinutes} min read
          </p>
          <a className="button" href={paths.article(featured.slug)}>
            Read Story
          </a>
        </section>
      )}
      <ul className="story-list">
        {articles.map(({ slug, title, excerpt }) => (
          <li key={slug}>
            <h2>
              <a href={paths.article(slug)}>{title}</a>
            </h2>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
