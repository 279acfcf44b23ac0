import { storyDate } from '../dates/display-date.ts'
import { paths } from '../paths.ts'
import { AuthorLink, CategoryBadge } from './Byline.tsx'
import type { Article } from './article.ts'

interface StoryRowsProps {
  readonly stories: readonly Article[]
  /** Hides all rows; a script shows some. */
  readonly hidden?: boolean
}

/** Stories by date, one per line, for long lists. */
export function StoryRows({ stories, hidden }: StoryRowsProps) {
  return (
    <ul className="story-rows">
      {stories.map(({ slug, title, category, author, kind, published, readMinutes }) => (
        <li key={slug} data-slug={slug} hidden={hidden}>
          <time className="label" dateTime={published}>
            {storyDate(published)}
          </time>
          <div>
            <h3 className="story-title">
              <a href={paths.article(slug)}>{title}</a>
            </h3>
            <p className="byline">
              <AuthorLink name={author} />
              <span>{kind}</span>
              <span>{readMinutes} min read</span>
            </p>
          </div>
          <CategoryBadge category={category} />
        </li>
      ))}
    </ul>
  )
}
