import type { RouteObject } from 'react-router-dom'
import { articles } from './articles/library.ts'
import { Document } from './document/Document.tsx'
import { ArticlePage } from './pages/ArticlePage.tsx'
import { CookiePolicyPage } from './pages/CookiePolicyPage.tsx'
import { HomePage } from './pages/HomePage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { paths } from './paths.ts'

/** One entry per page; the build prerenders exactly these. */
const pages: readonly (RouteObject & { path: string })[] = [
  { path: paths.home, element: <HomePage /> },
  ...articles.map((article) => ({
    path: paths.article(article.slug),
    element: <ArticlePage article={article} />,
  })),
  { path: paths.cookiePolicy, element: <CookiePolicyPage /> },
]

export const pagePaths: readonly string[] = pages.map(({ path }) => path)

export const routes: RouteObject[] = [
  { element: <Document />, children: [...pages, { path: '*', element: <NotFoundPage /> }] },
]
