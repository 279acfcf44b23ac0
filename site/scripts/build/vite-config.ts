import type { InlineConfig } from 'vite'
import { editionDate } from './edition-date.ts'
import { mdxPages } from './mdx-pages.ts'
import { siteRoot } from './site-root.ts'

/** What the builds and the development server have in common. */
export function viteConfig(): InlineConfig {
  return {
    root: siteRoot,
    configFile: false,
    logLevel: 'warn',
    define: { __EDITION_DATE__: JSON.stringify(editionDate()) },
    plugins: mdxPages(),
  }
}
