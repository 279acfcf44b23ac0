import { join } from 'node:path'
import { build } from 'vite'
import { compressTexts } from './compress-texts.ts'
import { dashboardRoot, viteConfig } from './vite-config.ts'

/** Writes `dashboard/dist/`: index.html, hashed assets under `assets/`, each text with its compressed siblings. */
export async function buildDashboard(): Promise<void> {
  await build({ ...viteConfig(), logLevel: 'warn' })
  await compressTexts(join(dashboardRoot, 'dist'))
}

if (import.meta.main) await buildDashboard()
