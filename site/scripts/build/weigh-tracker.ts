import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { siteRoot } from './site-root.ts'
import { viteConfig } from './vite-config.ts'

/** Bytes of the tracker as gzip sends it: page views, clicks, reading and delivery, and nothing else of the site. */
export async function weighTracker(): Promise<number> {
  const built = await build({
    ...viteConfig(),
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: join(siteRoot, 'src/tracking/tracker.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  if (!('output' in built)) throw new Error('the tracker built into something else than one chunk')
  return gzipSync(built.output[0].code).length
}
