import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { compressTexts } from '../../scripts/built-files.ts'
import { checkWeight } from './check-weight.ts'
import { renderSignIn } from './render-sign-in.ts'
import { buildConfig, dashboardRoot } from './vite-config.ts'

/**
 * Writes `dashboard/dist/`: index.html, auth.html with the sign-in page, hashed assets under `assets/`, each text with its
 * compressed siblings.
 *
 * @throws where the first figures have become too heavy.
 */
export async function buildDashboard(): Promise<void> {
  const dist = join(dashboardRoot, 'dist')
  const fresh = join(dashboardRoot, '.cache', `build-${process.pid}`)
  await build(buildConfig(fresh, [renderSignIn()]))
  await compressTexts(fresh)
  await checkWeight(fresh)
  // Only a complete build takes the old one's place: a server may be reading it, another build may be running.
  await rm(dist, { recursive: true, force: true })
  await rename(fresh, dist)
}

if (import.meta.main) await buildDashboard()
