import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askRunningStack } from '../collector/src/operations/ask-running-stack.ts'
import { launchBrowser } from '../e2e/harness/browser.ts'
import { removeData, startStack } from '../e2e/harness/stack.ts'
import { ROOT } from './builds.ts'
import { takePictures, takeReadmePictures } from './screenshots/take-pictures.ts'

/** A week of the traffic that `npm run seed` makes. */
const WEEK = { days: '7', sessions: '900', seed: '1' }

/** What is in git stays there. */
const MAX_README_PICTURE_BYTES = 80_000

/**
 * Starts the product on a data directory of its own, seeds it with a week of visits and takes pictures of what it
 * shows.
 */
const folder = join(ROOT, '.cache/screenshots')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

console.log('Starting the product on a temporary data directory …')
const stack = await startStack()
try {
  await askRunningStack(stack.dataDir, 'seed', WEEK, console.log)
  console.log('Taking pictures …')
  const browser = await launchBrowser()
  try {
    const files = await takePictures(browser, stack, folder)
    console.log(`${files.length} pictures in .cache/screenshots`)
    const readme = join(ROOT, 'docs/pictures')
    await mkdir(readme, { recursive: true })
    for (const [name, bytes] of await takeReadmePictures(browser, stack, MAX_README_PICTURE_BYTES)) {
      await writeFile(join(readme, name), bytes)
      console.log(`docs/pictures/${name}: ${Math.round(bytes.length / 1000)} KB`)
    }
  } finally {
    await browser.close()
  }
} finally {
  await stack.stop()
  await removeData(stack)
}
