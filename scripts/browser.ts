import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { run, runTool } from './process.ts'

/** Chromium without windows, which takes up to a fifth less processor time. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** Where systems keep their own Chromium or Chrome. */
const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser for tests: `CHROMIUM_PATH`, Playwright's own, or the system's. Undefined where there is none. */
export function findBrowser(): string | undefined {
  return firstOf([process.env['CHROMIUM_PATH'], chromium.executablePath(), SHELL, ...KNOWN_PLACES])
}

/** One with windows: the other keeps no pages for the way back. @throws where there is none. */
export function findFullBrowser(): string {
  const places = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...KNOWN_PLACES]
  const found = firstOf(places.filter((path) => !path?.includes('headless')))
  if (found) return found
  throw new Error('This needs a Chromium with windows, such as that of `sudo apt-get install chromium`.')
}

function firstOf(places: readonly (string | undefined)[]): string | undefined {
  return places.find((path) => path !== undefined && existsSync(path))
}

/**
 * Finds a browser or gets one: Playwright's download, else Debian's package where this is Debian and we may install.
 *
 * @throws with the one command to run where neither works.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found

  console.log('No Chromium here yet: downloading the one from Playwright (about 180 MB) …')
  const download = await runTool('playwright-core', ['install', '--no-shell', 'chromium'], { capture: true })
  const downloaded = findBrowser()
  if (download.code === 0 && downloaded) return downloaded

  if (isRootOnDebian()) {
    console.log("Playwright's download is not reachable. Installing Debian's packages …")
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    // One by one: not every Debian has the second.
    for (const name of ['chromium', 'chromium-headless-shell'])
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium, and none could be fetched. Install it, for instance with\n' +
      '  sudo apt-get install chromium\n' +
      'or name one with CHROMIUM_PATH, and run the tests again.',
  )
}

function isRootOnDebian(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
