import { publication } from '@half-measure/shared/publication.ts'
import { use } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router-dom'
import { ConsentBanner } from '../consent/ConsentBanner.tsx'
import { SiteFooter } from '../layout/SiteFooter.tsx'
import { SiteHeader } from '../layout/SiteHeader.tsx'
import { NewsletterPopup } from '../newsletter/NewsletterPopup.tsx'
import { AssetsContext } from './assets.ts'
import { absolute } from '../paths.ts'

/** What the frame needs to know about a page. */
export interface PageHandle {
  /** No popup on this page. */
  readonly quiet?: boolean
  /** False for pages that the sitemap leaves out. */
  readonly listed?: boolean
}

/** The frame of every page. Titles and descriptions are lifted into the head from the pages. */
export function Document() {
  const { scripts, styles } = use(AssetsContext)
  const { pathname } = useLocation()
  const { quiet } = (useMatches().at(-1)?.handle ?? {}) as PageHandle
  return (
    <html lang={publication.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f8f2e6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17110d" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="alternate" type="application/rss+xml" title={publication.name} href="/rss.xml" />
        {/* A precedence makes React put styles before all other links: nothing is painted without them. */}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="house" />
        ))}
        {/* Pages work without scripts, so the first picture comes first. */}
        {scripts.map((src) => (
          <script key={src} type="module" fetchPriority="low" src={src} />
        ))}
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <ConsentBanner />
        <SiteHeader />
        <p className="print-masthead">
          <b>{publication.name}</b> {absolute(pathname)}
        </p>
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter />
        {!quiet && <NewsletterPopup />}
      </body>
    </html>
  )
}
