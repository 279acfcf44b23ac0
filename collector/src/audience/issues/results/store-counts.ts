import type { Logger } from '../../../platform/logger.ts'
import { repeat } from '../../../platform/repeat.ts'
import type { Audience } from '../../audience.ts'
import { addCounts } from '../../newsletter/issue-counts.ts'

/** Between two writes. Milliseconds. */
const INTERVAL_MS = 2_000

/** Stores the counts of newsletter issues, until stopped; stopping stores the clicks of the last seconds too. */
export function startStoringCounts(
  { db, issueTally }: Pick<Audience, 'db' | 'issueTally'>,
  log: Logger,
): { stop(): Promise<void> } {
  const storing = repeat(() => store().then(() => INTERVAL_MS))
  return {
    async stop() {
      await storing.stop()
      await store(true)
    },
  }

  async function store(all = false): Promise<void> {
    const counts = issueTally.take(all)
    try {
      await addCounts(db, counts)
    } catch (error) {
      issueTally.giveBack(counts)
      log.warn(
        { err: error },
        'opens and clicks of newsletter issues could not be stored; trying again shortly',
      )
    }
  }
}
