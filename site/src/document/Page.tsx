import type { ReactNode } from 'react'
import { PageHead, type PageHeadProps } from './PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'

interface PageProps extends PageHeadProps {
  readonly title: string
  /** Under the title. */
  readonly standfirst?: string
  readonly children: ReactNode
}

/** A page that begins with its title. */
export function Page({ standfirst, children, ...head }: PageProps) {
  return (
    <>
      <PageHead {...head} />
      <PageTitle title={head.title} standfirst={standfirst} />
      {children}
    </>
  )
}
