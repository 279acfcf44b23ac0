import { publication } from '@half-measure/shared/publication.ts'
import { AuthorLink, CategoryBadge } from '../articles/Byline.tsx'
import { StoryCard } from '../articles/StoryCard.tsx'
import type { Article } from '../articles/article.ts'
import { articleBySlug, articles } from '../articles/library.ts'
import { storyDate } from '../dates/display-date.ts'
import { BUILD_DAY } from '../dates/edition-date.ts'
import { PageHead } from '../document/PageHead.tsx'
import { organisationNode, websiteNode } from '../document/json-ld.tsx'
import { EventsSection } from '../events/EventsSection.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'

const cover = articleBySlug('professional-day-drinking')

/** The newest stories beside the cover's. */
const NEWS = articles.filter(({ slug }) => slug !== cover.slug).slice(0, 5)

const FURTHER = ['wednesday-wine', 'tokyo-drinking', 'optimization-trap', 'wednesday-friday'] as const

export function HomePage() {
  return (
    <>
      <PageHead
        description={publication.description}
        path={paths.home}
        graph={[organisationNode(), websiteNode()]}
      />
      <Cover article={cover} />
      <section className="section" aria-labelledby="news">
        <div className="section-title">
          <h2 id="news">The latest</h2>
          <a href={paths.stories} data-track="link" data-track-id="home-all-stories">
            All stories
          </a>
        </div>
        <div className="news-grid">
          {NEWS.map((article, index) => (
            <StoryCard key={article.slug} article={article} size={index === 0 ? 'large' : 'medium'} />
          ))}
        </div>
      </section>
      <EventsSection />
      <HomeQuote article={articleBySlug('brussels-changed-everything')} />
      <section className="section" aria-labelledby="further">
        <div className="section-title">
          <h2 id="further">Further Reading</h2>
        </div>
        <div className="story-row">
          {FURTHER.map((slug) => (
            <StoryCard key={slug} article={articleBySlug(slug)} size="small" />
          ))}
        </div>
      </section>
    </>
  )
}

/** An article's own pull quote, large enough to stand alone. */
function HomeQuote({ article }: { readonly article: Article }) {
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

/** The featured story, as the front of the magazine. */
function Cover({ article }: { readonly article: Article }) {
  const { slug, category, title, standfirst, author, readMinutes, heroAlt } = article
  return (
    <section className="cover" aria-label="Featured story">
      <p className="edition-line">
        <time dateTime={BUILD_DAY}>{storyDate(BUILD_DAY)}</time>
        <em>{publication.tagline}</em>
        <span>For people aged 18 and over</span>
      </p>
      <div className="cover-story">
        <div className="cover-picture">
          <Picture
            slug={slug}
            crop="cover"
            alt={heroAlt}
            sizes="54vw"
            instead={{ media: '(max-width: 55.99rem)', crop: 'whole', sizes: '88vw' }}
            first
          />
        </div>
        <div className="cover-text">
          <CategoryBadge category={category} />
          <h1>{title}</h1>
          <p className="standfirst">{standfirst}</p>
          <p className="byline">
            <span>
              By <AuthorLink name={author} />
            </span>
            <span>{readMinutes} min read</span>
          </p>
          <a
            className="button"
            href={paths.article(slug)}
            data-track="button"
            data-track-id="hero-read-story"
          >
            Read Story
          </a>
        </div>
      </div>
    </section>
  )
}
