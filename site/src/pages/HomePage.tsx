import { publication } from '@half-measure/shared/publication.ts'
import { articleBySlug } from '../articles/library.ts'
import { StoryCard } from '../articles/StoryCard.tsx'
import { organisationNode, websiteNode } from '../document/json-ld-nodes.ts'
import { PageHead } from '../document/PageHead.tsx'
import { eventNodes } from '../events/event-nodes.ts'
import { EventsSection } from '../events/EventsSection.tsx'
import { Cover } from '../home/Cover.tsx'
import { HomeQuote } from '../home/HomeQuote.tsx'
import { paths } from '../paths.ts'

const NEWS = [
  'uk-brewery-closures',
  'gen-z-beer-culture',
  'brewdog-delisting',
  'cryo-hops-innovation',
  'sleep-disrupted',
] as const

const FURTHER = ['wednesday-wine', 'tokyo-drinking', 'optimization-trap', 'wednesday-friday'] as const

export function HomePage() {
  return (
    <>
      <PageHead
        description={publication.description}
        path={paths.home}
        graph={[organisationNode(), websiteNode(), ...eventNodes()]}
      />
      <Cover article={articleBySlug('professional-day-drinking')} />
      <section className="section" aria-labelledby="news">
        <div className="section-title">
          <h2 id="news">The latest</h2>
          <a href={paths.stories} data-track="link" data-track-id="home-all-stories">
            All stories
          </a>
        </div>
        <div className="news-grid">
          {NEWS.map((slug, index) => (
            <StoryCard key={slug} article={articleBySlug(slug)} size={index === 0 ? 'large' : 'medium'} />
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
