import { articleBySlug } from '../articles/library.ts'
import { StoryCard } from '../articles/StoryCard.tsx'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

const STORIES = [
  'uk-brewery-closures',
  'alcohol-free-boom',
  'brewdog-delisting',
  'advertising-controversy',
  'professional-day-drinking',
  'sleep-disrupted',
  'brewery-lying',
  'pine-beer',
  'friday-ritual-cost',
  'wednesday-wine',
  'tokyo-drinking',
  'optimization-trap',
] as const

export function StoriesPage() {
  return (
    <>
      <PageHead
        title="Stories"
        description="Everything we have to say about beer, its business, its science, and the people who drink it on purpose."
        path={paths.stories}
        graph={[breadcrumbNode([['Stories', paths.stories]])]}
      />
      <PageTitle
        title="Stories"
        standfirst="The business, the culture, the science, and what to do about all three on a Wednesday."
      />
      <ul className="page-body story-index">
        {STORIES.map((slug) => (
          <li key={slug}>
            <StoryCard article={articleBySlug(slug)} level={2} dated />
          </li>
        ))}
      </ul>
    </>
  )
}
