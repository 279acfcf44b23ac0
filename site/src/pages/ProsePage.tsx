import { publication } from '@half-measure/shared/publication.ts'
import type { ReactNode } from 'react'
import { Prose } from '../articles/Prose.tsx'
import type { ProseBody } from '../articles/article.ts'
import type { PageFrontmatter } from '../articles/frontmatter.ts'
import { ReaderStatus } from '../consent/ReaderStatus.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

interface ProsePageProps {
  /** Under `content/`, without the ending. */
  readonly file: string
  readonly path: string
  /** Beside the prose on wide screens. */
  readonly aside?: ReactNode
  /** What follows the prose. */
  readonly children?: ReactNode
}

/** A page that is its prose: about, the manifesto, the legal pages. */
export function ProsePage({ file, path, aside, children }: ProsePageProps) {
  const { title, standfirst, description, updated, Body } = prosePage(file)
  return (
    <>
      <PageHead
        title={title}
        description={description ?? publication.description}
        path={path}
        graph={[breadcrumbNode([[title, path]])]}
      />
      <div className="prose-page">
        <div className="prose-page-head">
          <PageTitle
            title={title}
            {...(standfirst && { standfirst })}
            {...(updated && { note: `Last updated: ${updated}` })}
          />
          {aside}
        </div>
        <Prose Body={Body} />
      </div>
      {children}
    </>
  )
}

interface ProseModule {
  readonly default: ProseBody
  readonly frontmatter: PageFrontmatter
}

interface ProsePageContent extends PageFrontmatter {
  readonly Body: ProseBody
}

const modules = import.meta.glob<ProseModule>(['../../content/*.mdx', '../../content/legal/*.mdx'], {
  eager: true,
})

/** Prose that is a page, or part of one, by its file's name under `content/` without the ending. */
export function prosePage(name: string): ProsePageContent {
  const module = modules[`../../content/${name}.mdx`]
  if (!module) throw new Error(`there is no content/${name}.mdx`)
  return { ...module.frontmatter, Body: module.default }
}

/** The policy, and how it looks from the reader's own browser. */
export function CookiePolicyPage() {
  return (
    <ProsePage file="legal/cookie-policy" path={paths.cookiePolicy}>
      <ReaderStatus />
    </ProsePage>
  )
}
