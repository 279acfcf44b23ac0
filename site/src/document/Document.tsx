import { publication } from '@half-measure/shared/publication.ts'
import { Outlet } from 'react-router-dom'
import { ConsentBanner } from '../consent/ConsentBanner.tsx'
import { SiteFooter } from '../layout/SiteFooter.tsx'
import { SiteHeader } from '../layout/SiteHeader.tsx'
import { useAssets } from './assets.ts'

/** The frame of every page. Titles and descriptions are lifted into the head from the pages. */
export function Document() {
  const { scripts, styles, fonts } = useAssets()
  return (
    <html lang={publication.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <ConsentBanner />
        <SiteHeader />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter />
      </body>
    </html>
  )
}
