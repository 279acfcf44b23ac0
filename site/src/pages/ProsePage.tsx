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
  /** What follows the prose. */
  readonly children?: ReactNode
}

/** A page that is its prose: about, the manifesto, the legal pages. */
export function ProsePage({ file, path, children }: ProsePageProps) {
  const { title, standfirst, description, updated, Body } = prosePage(file)
  return (
    <>
      <PageHead
        title={title}
        description={description ?? publication.description}
        path={path}
        graph={[breadcrumbNode([[title, path]])]}
      />
      <PageTitle
        title={title}
        {...(standfirst && { standfirst })}
        {...(updated && { note: `Last updated: ${updated}` })}
      />
      <div className="page-body">
        <Prose Body={Body} />
        {children}
      </div>
    </>
  )
}
