import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

export const dashboardRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** What building and developing have in common. Nothing is inlined, so that a strict CSP holds. */
export function viteConfig(): InlineConfig {
  return {
    root: dashboardRoot,
    configFile: false,
    publicDir: false,
    plugins: [react()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // Every browser of the target knows modulepreload; the polyfill would be dead weight.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600,
      // Browsers that know light-dark(), nesting and the popover attribute.
      target: ['chrome123', 'firefox125', 'safari17.5'],
    },
  }
}
