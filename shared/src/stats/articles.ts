import { z } from 'zod'

/** An article as figures need it. The site's build writes the list, `articles.json`. */
export const ListedArticle = z.object({
  path: z.string().startsWith('/'),
  title: z.string(),
  category: z.string(),
  author: z.string(),
  /** Day of publication, `YYYY-MM-DD`. */
  published: z.iso.date(),
  /** Reading time, at 200 words a minute. */
  read_minutes: z.int().positive(),
})
export type ListedArticle = z.infer<typeof ListedArticle>

/** Newest first. */
export const ListedArticles = z.array(ListedArticle)
export type ListedArticles = z.infer<typeof ListedArticles>

/**
 * `GET /api/stats/page-titles`: titles of the pages in figures. The site's build writes those of all its pages,
 * `page-titles.json`. Other pages go by their paths.
 */
export const PageTitles = z.array(ListedArticle.pick({ path: true, title: true }))
export type PageTitles = z.infer<typeof PageTitles>
