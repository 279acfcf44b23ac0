import { publication } from '@half-measure/shared/publication.ts'
import { authorNamed } from '../../content/authors.ts'
import { StoryCard } from './StoryCard.tsx'
import { AuthorLink } from './Byline.tsx'
import type { Article } from './article.ts'
import { articleBySlug, articles } from './library.ts'
import { type Neighbour, neighbours } from './schedule.ts'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'

/** The end of an article: further reading, and the newsletter. */
export function ArticleEnd({ article }: { readonly article: Article }) {
  const { previous, next } = neighbours(article.slug)
  const { readNext, author } = article
  const chosen = articleBySlug(readNext.slug)
  return (
    <div className="article-end">
      <AuthorNote name={author} />
      <section className="read-next" aria-labelledby="read-next">
        <Picture slug={chosen.slug} alt="" sizes="(min-width: 48rem) 39vw, 88vw" />
        <div>
          <p className="label">Read next</p>
          <h2 id="read-next">
            <a href={paths.article(chosen.slug)} data-track="link" data-track-id="article-read-next">
              {chosen.title}
            </a>
          </h2>
          <p className="standfirst">{readNext.why}</p>
          <p className="byline">
            <AuthorLink name={chosen.author} />
            <span>{chosen.readMinutes} min read</span>
          </p>
        </div>
      </section>
      <nav className="neighbours" aria-label="Previous and next article">
        {previous && <NeighbourLink rel="prev" neighbour={previous} />}
        {next && <NeighbourLink rel="next" neighbour={next} />}
      </nav>
      <section className="want-more">
        <h2>Want More Like This?</h2>
        <p>
          {publication.newsletter} brings one good argument and one good drink to your inbox, at the end of
          every week.
        </p>
        <a className="button" href={paths.newsletter} data-track="button" data-track-id="article-newsletter">
          Get {publication.newsletter}
        </a>
      </section>
      <section aria-labelledby="related">
        <div className="section-title">
          <h2 id="related">Keep reading</h2>
        </div>
        <div className="story-row" data-columns="3">
          {related(article).map((other) => (
            <StoryCard key={other.slug} article={other} size="small" />
          ))}
        </div>
      </section>
    </div>
  )
}

/** The author, and a link to their other pieces. */
function AuthorNote({ name }: { readonly name: string }) {
  const { slug, note } = authorNamed(name)
  return (
    <div className="author-note">
      <Picture slug={slug} crop="square" alt="" sizes="5rem" />
      <p>
        {note} <a href={paths.author(slug)}>All of {name.split(' ')[0]}’s pieces</a>
      </p>
    </div>
  )
}

function NeighbourLink({ rel, neighbour }: { readonly rel: 'prev' | 'next'; readonly neighbour: Neighbour }) {
  const title = neighbour.label ?? articleBySlug(neighbour.slug).title
  return (
    <a rel={rel} href={paths.article(neighbour.slug)} data-track="link" data-track-id={`article-${rel}`}>
      <span className="label">{rel === 'prev' ? 'Previous' : 'Next'}</span>
      <span>{title}</span>
    </a>
  )
}

const COUNT = 3

/** Three other articles, of the same category first, without those that the page already links to. */
function related({ slug, readNext, category }: Article): readonly Article[] {
  const { previous, next } = neighbours(slug)
  const linked = new Set([slug, readNext.slug, previous?.slug, next?.slug])
  const others = articles.filter((other) => !linked.has(other.slug))
  const near = others.filter((other) => other.category === category)
  const far = others.filter((other) => other.category !== category)
  return [...near, ...far].slice(0, COUNT)
}
