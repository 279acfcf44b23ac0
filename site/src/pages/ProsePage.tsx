import { publication } from '@half-measure/shared/publication.ts'
import { Prose } from '../articles/Prose.tsx'
import { breadcrumbNode } from '../document/json-ld-nodes.ts'
import { PageHead } from '../document/PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import type { ReactNode } from 'react'
import { prosePage } from './prose-pages.ts'

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
