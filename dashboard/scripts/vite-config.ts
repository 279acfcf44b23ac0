import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig, ServerOptions } from 'vite'
import { withoutJsonSchema } from './without-json-schema.ts'

export const dashboardRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** What building and developing have in common. */
const common: InlineConfig = { root: dashboardRoot, configFile: false, publicDir: false, plugins: [react()] }

/**
 * What each page of figures needs is one file: a dozen small ones compress worse, and all of them are named in the list
 * that every page loads.
 */
const FIGURES = new RegExp(
  [
    'dashboard/src/(?:time/|filters/(?:scope|use-scope|value-hrefs)|api/stats|format/metric|charts/interval)',
    'shared/src/(?:routes/stats|stats/engine/(?!labels))',
  ].join('|'),
)

export function buildConfig(outDir: string): InlineConfig {
  return {
    ...common,
    plugins: [react(), withoutJsonSchema()],
    logLevel: 'warn',
    build: {
      outDir,
      // Nothing is inlined, so that a strict content policy holds.
      assetsInlineLimit: 0,
      // Every browser of the target knows modulepreload; the polyfill would be dead weight.
      modulePreload: { polyfill: false },
      // Of the one large chunk, react-dom and the router are two thirds; every page needs both.
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: 'figures', test: FIGURES }],
          },
        },
      },
      // Browsers that know light-dark() and the popover attribute.
      target: ['chrome123', 'firefox125', 'safari17.5'],
    },
  }
}

export function serveConfig(server: ServerOptions): InlineConfig {
  return { ...common, server }
}
