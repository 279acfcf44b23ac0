import type { BuildEnvironmentOptions, InlineConfig } from 'vite'
import { buildDay, editionDate } from './edition-date.ts'
import { mdxPages } from './mdx-pages.ts'
import { siteRoot } from './site-files.ts'

/** The configuration that the builds and the development server share. @param build options of one build. */
export function viteConfig(build: BuildEnvironmentOptions = {}): InlineConfig {
  return {
    root: siteRoot,
    configFile: false,
    logLevel: 'warn',
    define: { __EDITION_DATE__: JSON.stringify(editionDate()), __BUILD_DAY__: JSON.stringify(buildDay()) },
    plugins: mdxPages(),
    build: {
      target: 'baseline-widely-available',
      ...build,
      rolldownOptions: { checks: { bundlerTimings: false }, ...build.rolldownOptions },
    },
  }
}
