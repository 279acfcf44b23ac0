import { publication } from '@half-measure/shared/publication.ts'
import type { ReactNode } from 'react'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

interface AuthFrameProps {
  title: string
  subtitle: string
  children: ReactNode
}

/** The frame of the pages that anyone can open, between the magazine's header and footer. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  return (
    <>
      <title>{`${title} · ${publication.name}`}</title>
      <SiteHeader />
      <main className="auth stack">
        <div>
          <h1>{title}</h1>
          <p className="subtitle">{subtitle}</p>
        </div>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
