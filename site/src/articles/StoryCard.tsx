import { storyDate } from '../dates/display-date.ts'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'
import type { Article } from './article.ts'
import { AuthorLink, CategoryBadge } from './Byline.tsx'
import { BUILD_DAY } from '../dates/edition-date.ts'
import { relativeDate } from '../dates/relative-date.ts'

interface StoryCardProps {
  readonly article: Article
  readonly size?: 'large' | 'medium' | 'small'
  /** Heading level; 3 below a section title. */
  readonly level?: 2 | 3
  /** Prints the date beside its age. */
  readonly dated?: boolean
  /** Its picture is on the first screen. */
  readonly first?: boolean
}

const SIZES = {
  large: '(min-width: 48rem) 66vw, 88vw',
  medium: '(min-width: 48rem) 33vw, 88vw',
  small: '(min-width: 64rem) 24vw, (min-width: 36rem) 46vw, 88vw',
}

/** A story in a list. Small cards have no excerpt. */
export function StoryCard({
  article,
  size = 'medium',
  level = 3,
  dated = false,
  first = false,
}: StoryCardProps) {
  const { slug, title, excerpt, category, author, readMinutes, published } = article
  const Heading = `h${level}` as const
  return (
    <article className="story" data-size={size}>
      <Picture slug={slug} alt="" sizes={SIZES[size]} first={first} />
      <CategoryBadge category={category} />
      <Heading className="story-title">
        <a href={paths.article(slug)}>{title}</a>
      </Heading>
      {size !== 'small' && <p className="story-excerpt">{excerpt}</p>}
      <p className="byline">
        <AuthorLink name={author} />
        <span>{readMinutes} min read</span>
        {dated && <time dateTime={published}>{storyDate(published)}</time>}
        <RelativeDate day={published} />
      </p>
    </article>
  )
}

/** `3 days ago`, true on the day of the build; `client.ts` keeps it true later. */
export function RelativeDate({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} title={storyDate(day)} data-relative-date>
      {relativeDate(day, BUILD_DAY)}
    </time>
  )
}
