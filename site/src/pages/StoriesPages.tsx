import type { Author } from '../../content/authors.ts'
import { categories } from '../articles/categories.ts'
import { type Category, CATEGORIES } from '../articles/frontmatter.ts'
import { articleBySlug, articles } from '../articles/library.ts'
import { StoryCard } from '../articles/StoryCard.tsx'
import { StoryRows } from '../articles/StoryRows.tsx'
import type { Article } from '../articles/article.ts'
import { breadcrumbNode, organisationNode, personNode } from '../document/json-ld.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { Page } from '../document/Page.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'

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

/** Twelve stories, and links to all the others. */
export function StoriesPage() {
  return (
    <Page
      title="Stories"
      description="Everything we have to say about beer, its business, its science, and the people who drink it on purpose."
      path={paths.stories}
      standfirst="The business, the culture, the science, and what to do about all three on a Wednesday."
    >
      <StoryNav current={paths.stories} />
      <StoryIndex stories={STORIES.map(articleBySlug)} />
      <p className="page-body story-more">
        <a className="button" href={paths.archive} data-track="button" data-track-id="stories-archive">
          All {articles.length} stories, by date
        </a>
      </p>
    </Page>
  )
}

/** Every story, by the month it came out in. */
export function ArchivePage() {
  const months = Map.groupBy(articles, ({ published }) => published.slice(0, 7))
  return (
    <Page
      title="Archive"
      description={`All ${articles.length} stories of the magazine, by date.`}
      path={paths.archive}
      graph={[breadcrumbNode(['Stories', paths.stories], ['Archive', paths.archive])]}
      standfirst="Every story, the newest first."
    >
      <StoryNav current={paths.archive} />
      {[...months].map(([month, stories]) => (
        <section key={month} className="section-month page-body" aria-labelledby={month}>
          <h2 id={month}>
            {new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })}
          </h2>
          <StoryRows stories={stories} />
        </section>
      ))}
    </Page>
  )
}

export function CategoryPage({ category }: { readonly category: Category }) {
  const { slug, about } = categories[category]
  return (
    <Page
      title={category}
      description={about}
      path={paths.category(slug)}
      graph={[breadcrumbNode(['Stories', paths.stories], [category, paths.category(slug)])]}
      standfirst={about}
    >
      <StoryNav current={paths.category(slug)} />
      <StoryIndex stories={articles.filter((article) => article.category === category)} />
    </Page>
  )
}

export function AuthorPage({ author }: { readonly author: Author }) {
  const { slug, name, role, place, bio, portraitAlt } = author
  const path = paths.author(slug)
  return (
    <>
      <PageHead
        title={name}
        description={bio.slice(0, bio.indexOf('.') + 1)}
        path={path}
        graph={[personNode(author), organisationNode(), breadcrumbNode([name, path])]}
      />
      <div className="prose-page author-page">
        <div className="prose-page-head">
          <Picture slug={slug} crop="square" alt={portraitAlt} sizes="(min-width: 64rem) 26rem, 88vw" first />
        </div>
        <div>
          <PageTitle title={name} standfirst={bio} note={`${role}, ${place}`} />
          <h2 className="visually-hidden">Stories by {name}</h2>
          <StoryRows stories={articles.filter((article) => article.author === name)} />
          <p className="form-note">
            Our bylines are invented: there are five of them, and <a href={paths.masthead}>the masthead</a>{' '}
            says who makes the magazine.
          </p>
        </div>
      </div>
    </>
  )
}

/** Cards with a rhythm: one large, three small. */
function StoryIndex({ stories }: { readonly stories: readonly Article[] }) {
  return (
    <ul className="page-body story-index">
      {stories.map((article, index) => (
        <li key={article.slug}>
          <StoryCard
            article={article}
            size={index % 4 === 0 ? 'large' : 'medium'}
            level={2}
            dated
            first={index === 0}
          />
        </li>
      ))}
    </ul>
  )
}

/** Links into the archive. */
function StoryNav({ current }: { readonly current: string }) {
  const links = [
    [paths.stories, 'Latest'],
    ...CATEGORIES.map((category) => [paths.category(categories[category].slug), category]),
    [paths.archive, 'Archive'],
    [paths.search, 'Search'],
  ] as const
  return (
    <nav className="page-body story-nav" aria-label="Stories">
      <ul className="link-row">
        {links.map(([href, label]) => (
          <li key={href}>
            <a href={href} {...(href === current && { 'aria-current': 'page' })}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
