import type { ClickHouseClient } from '@clickhouse/client'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openSessions, type Unfinished } from './open-sessions.ts'

const UNFINISHED: Unfinished = {
  horizon: 0,
  finishedBefore: 0,
  lateFrom: undefined,
  parts: 1,
  isNothing: false,
}

/** A shard that does this for each statement. */
function aShard(run: (sql: string) => Promise<void>): ClickHouseClient {
  const command = ({ query }: { query: string }) => run(query)
  return { command } as unknown as ClickHouseClient
}

it('are built in smaller parts once every shard is done with those that did not fit into the memory of one', async () => {
  /** Whether the other shard was at work when each attempt began. */
  const attempts: boolean[] = []
  let isOtherBusy = false
  const full = aShard(async (sql) => {
    // The first statement of an attempt.
    if (sql.includes('INSERT INTO analytics.run_tabs')) attempts.push(isOtherBusy)
    else if (attempts.length === 1) throw Object.assign(new Error('Memory limit exceeded'), { code: '241' })
  })
  const other = aShard(async () => {
    isOtherBusy = true
    await setTimeout(10)
    isOtherBusy = false
  })
  await openSessions([full, other], [UNFINISHED, UNFINISHED], Date.now())
  expect(attempts).toEqual([false, false])
})
