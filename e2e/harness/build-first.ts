import { ensureBuilt } from '../../scripts/build.ts'

/** Once before all browser tests: otherwise each product that is started would build what is stale, all at once. */
export async function setup(): Promise<void> {
  await ensureBuilt()
}
