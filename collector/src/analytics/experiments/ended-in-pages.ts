import type { Db } from '../../database/schema/database.ts'
import type { Logger } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'

/** Between two readings, because another collector may end a test. */
const INTERVAL_MS = 30_000

interface PublishingOptions {
  readonly db: Db
  /** Whether the database can be used. */
  readonly isReady: () => boolean
  /** Puts a text into the pages that have a test, in place of `ENDED_PLACEHOLDER`. */
  readonly show: (text: string) => void
  readonly log: Logger
}

/**
 * Writes the ended tests and their variants into the pages, for the script that picks variants before anything is
 * painted.
 */
export function publishEndedExperiments({ db, isReady, show, log }: PublishingOptions) {
  let shown: string | undefined
  let reading = Promise.resolve()
  /** Shows the tests that have ended by now. One after the other, so that an earlier reading is never shown last. */
  const refresh = () => (reading = reading.then(read))
  async function read(): Promise<void> {
    try {
      const text = await endedText(db)
      if (text !== shown) show(text)
      shown = text
    } catch (error) {
      log.warn({ err: error }, 'the list of ended tests could not be read; trying again in 30 seconds')
    }
  }
  const loop = repeat(async () => {
    // Until then the pages have the placeholder, which names no test.
    if (!isReady()) return 1_000
    await refresh()
    return INTERVAL_MS
  })
  return { refresh, stop: () => loop.stop() }
}

/** `cta_button_text=Check+Price`, for an attribute. */
async function endedText(db: Db): Promise<string> {
  const rows = await db.selectFrom('ended_experiments').select(['test', 'variant']).orderBy('test').execute()
  return new URLSearchParams(rows.map(({ test, variant }) => [test, variant]))
    .toString()
    .replaceAll('&', '&amp;')
}
