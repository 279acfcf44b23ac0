import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'
import type { Article } from './article.ts'
import { articleBySlug } from './library.ts'
import { related } from './related.ts'
import { neighbours, type Neighbour } from './schedule.ts'
import { StoryCard } from './StoryCard.tsx'

/** What one can do after the last line: read on, or sign up. */
export function ArticleEnd({ article }: { readonly article: Article }) {
  const { previous, next } = neighbours(article.slug)
  return (
    <div className="article-end">
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

function NeighbourLink({ rel, neighbour }: { readonly rel: 'prev' | 'next'; readonly neighbour: Neighbour }) {
  const title = neighbour.label ?? articleBySlug(neighbour.slug).title
  return (
    <a rel={rel} href={paths.article(neighbour.slug)} data-track="link" data-track-id={`article-${rel}`}>
      <span className="label">{rel === 'prev' ? 'Previous' : 'Next'}</span>
      <span>{title}</span>
    </a>
  )
}
