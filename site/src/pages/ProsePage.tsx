import { publication } from '@half-measure/shared/publication.ts'
import type { ReactNode } from 'react'
import { articles } from '../articles/library.ts'
import { Prose } from '../articles/Prose.tsx'
import type { ProseBody } from '../articles/article.ts'
import type { PageFrontmatter } from '../articles/frontmatter.ts'
import { ReaderStatus } from '../privacy/ReaderStatus.tsx'
import { storyDate } from '../dates/display-date.ts'
import { PageHead } from '../document/PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

interface ProsePageProps {
  /** Path under `content/`, without extension. */
  readonly file: string
  readonly path: string
  /** Beside the prose on wide screens. */
  readonly aside?: ReactNode
  /** After the prose. */
  readonly children?: ReactNode
}

/** A page of prose: about, the manifesto, the legal pages. */
export function ProsePage({ file, path, aside, children }: ProsePageProps) {
  const { title, standfirst, description, updated, Body } = prosePage(file)
  return (
    <>
      <PageHead title={title} description={description ?? publication.description} path={path} />
      <div className="prose-page">
        <div className="prose-page-head">
          <PageTitle title={title} standfirst={standfirst} note={updated && `Last updated: ${updated}`} />
          {aside}
        </div>
        <Prose Body={Body} />
      </div>
      {children}
    </>
  )
}

/** Pages that are a file under `content/`. */
export const PROSE_PAGES = [
  { file: 'about', path: paths.about },
  { file: 'philosophy', path: paths.philosophy },
  { file: 'masthead', path: paths.masthead },
  { file: 'corrections', path: paths.corrections },
  { file: 'legal/privacy', path: paths.privacy },
  { file: 'legal/terms', path: paths.terms },
  { file: 'legal/disclaimer', path: paths.disclaimer },
  { file: 'legal/cookie-policy', path: paths.cookiePolicy },
  { file: 'legal/affiliate-disclosure', path: paths.affiliateDisclosure },
] as const

interface ProseModule {
  readonly default: ProseBody
  readonly frontmatter: PageFrontmatter
}

const modules = import.meta.glob<ProseModule>(['../../content/*.mdx', '../../content/legal/*.mdx'], {
  eager: true,
})

/** Prose that is a page, or part of one, by its file name under `content/` without extension. */
export function prosePage(name: string): PageFrontmatter & { readonly Body: ProseBody } {
  const module = modules[`../../content/${name}.mdx`]
  if (!module) throw new Error(`there is no content/${name}.mdx`)
  return { ...module.frontmatter, Body: module.default }
}

/** The corrections policy, and past corrections. */
export function CorrectionsPage() {
  const corrected = articles.filter(({ correction }) => correction)
  return (
    <ProsePage file="corrections" path={paths.corrections}>
      <section className="section" aria-labelledby="corrected">
        <div className="section-title">
          <h2 id="corrected">Corrections so far</h2>
        </div>
        {corrected.length === 0 && <p>None. That is a statement about what we have been told.</p>}
        <ul className="corrections">
          {corrected.map(({ slug, title, updated, correction }) => (
            <li key={slug}>
              <a href={paths.article(slug)}>{title}</a>
              {updated && <>, {storyDate(updated)}</>}: {correction}
            </li>
          ))}
        </ul>
      </section>
    </ProsePage>
  )
}

/** The policy, and what the reader's own browser stores. */
export function CookiePolicyPage() {
  return (
    <ProsePage file="legal/cookie-policy" path={paths.cookiePolicy}>
      <ReaderStatus />
    </ProsePage>
  )
}
