import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin, ServerOptions } from 'vite'
import { withoutJsonSchema } from './without-json-schema.ts'

export const dashboardRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** What building and developing have in common. */
const common: InlineConfig = { root: dashboardRoot, configFile: false, publicDir: false, plugins: [react()] }

/** What both documents need: a browser that has shown the sign-in page has a good part of the dashboard. */
const BOTH = new RegExp(
  [
    'dashboard/src/(?:session/(?!reauth)|paths|layout/site|api/(?:client|errors)|ui/(?:Alert|Button|Form))',
    'shared/src/(?:api-error|dashboard-paths|publication|site-links|auth/(?:roles|session)|routes/(?:route|auth|site))',
    'shared/src/(?:placeholders|text|audience/(?:newsletter|email-address))[.]',
  ].join('|'),
)

/** The rest of the sign-in page, whose frame some pages of the dashboard have too. */
const SIGN_IN = new RegExp(
  [
    'dashboard/src/(?:layout/(?:AuthFrame|SiteHeader|SiteFooter)|api/(?:passkeys|single-sign-on))',
    'shared/src/(?:auth/(?:account|passkey|single-sign-on)|routes/(?:passkeys|single-sign-on))[.]',
  ].join('|'),
)

/** The rest of what every page of the dashboard needs. */
const EVERY_PAGE = new RegExp(
  [
    'node_modules/(?:react-router|@tanstack/(?:react-)?query)',
    'dashboard/src/(?:routes|api/(?:queries|access)|ui/Loaded|format/time)',
    'dashboard/src/layout/(?:admin-access|AdminOutlet|ConfirmIdentity|GoTo[.]|MessagePages|Page[.]|last-scope|StartAtTitle)',
  ].join('|'),
)

/** `import` finds only the router's development build, whose warnings and their conditions every page would load. */
const ROUTER = ['', '/dom'].map((path) => ({
  find: new RegExp(`^react-router${path}$`),
  replacement: join(
    dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
    `dist/production/${path === '' ? 'index' : 'dom-export'}.mjs`,
  ),
}))

/** @param plugins that need a build of their own. */
export function buildConfig(outDir: string, plugins: readonly Plugin[]): InlineConfig {
  return {
    ...common,
    plugins: [react(), withoutJsonSchema(), ...plugins],
    logLevel: 'warn',
    resolve: { alias: ROUTER },
    build: {
      outDir,
      // Nothing is inlined, so that a strict content policy holds.
      assetsInlineLimit: 0,
      // Every browser of the target knows modulepreload; the polyfill would be dead weight.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['index.html', 'auth.html'].map((name) => join(dashboardRoot, name)),
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            // Evaluated one after the other, the first two hold a slow phone up less than as one.
            groups: [
              { name: 'libraries', test: /node_modules\/(?:react|react-dom|scheduler|zod)\// },
              { name: 'both', test: BOTH },
              { name: 'sign-in', test: SIGN_IN },
              { name: 'every-page', test: EVERY_PAGE },
              // Alone, each of these small files would be a request. Of two such groups, each would need the other first.
              { name: 'many-pages', test: /(?:dashboard|shared)\/src\//, minShareCount: 10 },
            ],
          },
        },
      },
      // Browsers that know light-dark() and the popover attribute.
      target: ['chrome123', 'firefox125', 'safari17.5'],
    },
  }
}

/** For the program that renders the sign-in page while building. */
export function rendererConfig(outDir: string): InlineConfig {
  return {
    ...common,
    logLevel: 'warn',
    // What the packages export differs between Node and browsers.
    ssr: { noExternal: true },
    build: {
      ssr: 'src/sign-in/render.tsx',
      outDir,
      rolldownOptions: { output: { entryFileNames: 'render.js' } },
    },
  }
}

/** @param apiOrigin of the collector, which says where the magazine is. */
export function serveConfig(server: ServerOptions, apiOrigin: string): InlineConfig {
  const putSiteOrigin: Plugin = {
    name: 'site-origin',
    async transformIndexHtml(html) {
      const { site_origin } = (await (await fetch(`${apiOrigin}/api/config`)).json()) as {
        site_origin: string
      }
      return html.replaceAll(SITE_ORIGIN_PLACEHOLDER, site_origin)
    },
  }
  return { ...common, plugins: [react(), putSiteOrigin], server }
}
