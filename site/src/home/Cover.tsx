import { publication } from '@half-measure/shared/publication.ts'
import type { Article } from '../articles/article.ts'
import { CategoryBadge } from '../articles/CategoryBadge.tsx'
import { storyDate } from '../dates/display-date.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'

/** The featured story, as the front of the magazine. */
export function Cover({ article }: { readonly article: Article }) {
  const { slug, category, title, standfirst, author, readMinutes, heroAlt } = article
  return (
    <section className="cover" aria-label="Featured story">
      <p className="edition-line">
        <time dateTime={EDITION_DATE}>{storyDate(EDITION_DATE)}</time>
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
        <div className="cover-words">
          <CategoryBadge category={category} />
          <h1>{title}</h1>
          <p className="standfirst">{standfirst}</p>
          <p className="byline">
            <span>
              By <strong>{author}</strong>
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
