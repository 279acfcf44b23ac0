import type { RouteObject } from 'react-router-dom'
import { authors } from '../content/authors.ts'
import { events } from '../content/events.ts'
import { categories } from './articles/categories.ts'
import { CATEGORIES } from './articles/frontmatter.ts'
import { articles } from './articles/library.ts'
import { Document, type PageHandle } from './document/Document.tsx'
import { NewsletterArchivePage, NewsletterIssuePage } from './pages/NewsletterArchivePages.tsx'
import { GuidePage } from './pages/GuidePage.tsx'
import { ConfirmPage, FailedPage, PreferencesPage, UnsubscribePage } from './pages/MailedLinkPage.tsx'
import { AboutPage } from './pages/AboutPage.tsx'
import { ArticlePage } from './pages/ArticlePage.tsx'
import { ContactPage, LettersPage } from './pages/ContactPage.tsx'
import { EventPage, EventsPage } from './pages/EventPages.tsx'
import { CookiePolicyPage, CorrectionsPage, ProsePage } from './pages/ProsePage.tsx'
import { HomePage } from './pages/HomePage.tsx'
import { ManifestoPage } from './pages/ManifestoPage.tsx'
import { NewsletterPage } from './pages/NewsletterPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { ReviewPage } from './pages/ReviewPage.tsx'
import { ReviewsPage } from './pages/ReviewsPage.tsx'
import { SavedPage, SearchPage } from './pages/SearchPage.tsx'
import { ArchivePage, AuthorPage, CategoryPage, StoriesPage } from './pages/StoriesPages.tsx'
import { PartnerPage } from './partners/PartnerPage.tsx'
import { partners } from './partners/partners.ts'
import { paths } from './paths.ts'

interface Page {
  readonly path: string
  readonly element: RouteObject['element']
  readonly handle?: PageHandle
}

const QUIET: PageHandle = { quiet: true }
const UNLISTED: PageHandle = { quiet: true, listed: false }

/** One entry per page; the build prerenders exactly these. */
const pages: readonly Page[] = [
  { path: paths.home, element: <HomePage /> },
  { path: paths.stories, element: <StoriesPage /> },
  { path: paths.archive, element: <ArchivePage /> },
  ...CATEGORIES.map((category) => ({
    path: paths.category(categories[category].slug),
    element: <CategoryPage category={category} />,
  })),
  ...authors.map((author) => ({ path: paths.author(author.slug), element: <AuthorPage author={author} /> })),
  { path: paths.search, element: <SearchPage />, handle: QUIET },
  { path: paths.saved, element: <SavedPage />, handle: UNLISTED },
  ...articles.map((article) => ({
    path: paths.article(article.slug),
    element: <ArticlePage article={article} />,
  })),
  { path: paths.reviews, element: <ReviewsPage /> },
  { path: paths.review, element: <ReviewPage /> },
  { path: paths.events, element: <EventsPage /> },
  ...events.map((event) => ({ path: paths.event(event.id), element: <EventPage event={event} /> })),
  { path: paths.about, element: <AboutPage /> },
  { path: paths.philosophy, element: <ManifestoPage /> },
  { path: paths.newsletter, element: <NewsletterPage />, handle: QUIET },
  { path: paths.newsletterConfirm, element: <ConfirmPage />, handle: UNLISTED },
  { path: paths.newsletterPreferences, element: <PreferencesPage />, handle: UNLISTED },
  { path: paths.newsletterUnsubscribe, element: <UnsubscribePage />, handle: UNLISTED },
  { path: paths.newsletterGuide, element: <GuidePage />, handle: UNLISTED },
  { path: paths.newsletterArchive, element: <NewsletterArchivePage />, handle: QUIET },
  { path: paths.newsletterIssue, element: <NewsletterIssuePage />, handle: UNLISTED },
  { path: paths.contact, element: <ContactPage />, handle: QUIET },
  { path: paths.letters, element: <LettersPage />, handle: QUIET },
  { path: paths.masthead, element: <ProsePage file="masthead" path={paths.masthead} /> },
  { path: paths.corrections, element: <CorrectionsPage />, handle: QUIET },
  legal('privacy', paths.privacy),
  legal('terms', paths.terms),
  legal('disclaimer', paths.disclaimer),
  { path: paths.cookiePolicy, element: <CookiePolicyPage />, handle: QUIET },
  legal('affiliate-disclosure', paths.affiliateDisclosure),
  ...partners.map((partner) => ({
    path: paths.partner(partner.slug),
    element: <PartnerPage partner={partner} />,
    handle: UNLISTED,
  })),
]

function legal(name: string, path: string): Page {
  return { path, element: <ProsePage file={`legal/${name}`} path={path} />, handle: QUIET }
}

export const pagePaths: readonly string[] = pages.map(({ path }) => path)

/** Pages in the sitemap. */
export const listedPaths: readonly string[] = pages
  .filter(({ handle }) => handle?.listed !== false)
  .map(({ path }) => path)

/** Pages without an address: the server sends them instead of others. */
const templates: readonly Page[] = [
  { path: '/failed', element: <FailedPage />, handle: QUIET },
  { path: '*', element: <NotFoundPage />, handle: QUIET },
]

export const routes: RouteObject[] = [{ element: <Document />, children: [...pages, ...templates] }]
