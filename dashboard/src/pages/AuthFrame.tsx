import type { ReactNode } from 'react'
import { publication } from '@half-measure/shared/publication.ts'
import { SiteFooter } from '../widgets/SiteFooter.tsx'
import { SiteHeader } from '../widgets/SiteHeader.tsx'
import { useSite } from './use-site.ts'

interface AuthFrameProps {
  title: string
  subtitle: string
  children: ReactNode
}

/** The frame of the pages on the way in, which anyone can open. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  const site = useSite()
  return (
    <div className="auth-page">
      <title>{`${title} · ${publication.name}`}</title>
      {site !== null && <SiteHeader site={site} />}
      <main className="auth">
        <h1>{title}</h1>
        <p className="subtitle">{subtitle}</p>
        {children}
      </main>
      {site !== null && <SiteFooter site={site} />}
    </div>
  )
}
