import { articleBySlug } from '../articles/library.ts'
import { StoryCard } from '../articles/StoryCard.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'
import { ProsePage } from './ProsePage.tsx'

const START_HERE = ['brussels-changed-everything', '3pm-slump', 'grandfather-drank-better'] as const

export function AboutPage() {
  return (
    <ProsePage
      file="about"
      path={paths.about}
      aside={
        <Picture slug="half-measure" crop="square" alt="" sizes="(min-width: 64rem) 26rem, 88vw" first />
      }
    >
      <section className="section" aria-labelledby="start-here-stories">
        <div className="section-title">
          <h2 id="start-here-stories">Start here</h2>
          <a href={paths.stories} data-track="link" data-track-id="about-all-stories">
            All stories
          </a>
        </div>
        <div className="story-row" data-columns="3">
          {START_HERE.map((slug) => (
            <StoryCard key={slug} article={articleBySlug(slug)} size="small" />
          ))}
        </div>
      </section>
    </ProsePage>
  )
}
