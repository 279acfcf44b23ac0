import { z } from 'zod'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { MAX_DIGESTS, storedSessions } from '../reconciliation/equations.ts'
import { parseJson } from '../platform/parse-json.ts'
import { ErasedHash } from './erased-people.ts'

/** What was erased, as hashes: kept beside backups, so that restoring an old one brings nothing back. */
export const ErasureList = z.object({
  /** SHA-256 of session ids, in hexadecimal. */
  sessions: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  addresses: z.array(ErasedHash).default([]),
  consents: z.array(ErasedHash).default([]),
})
export type ErasureList = z.infer<typeof ErasureList>

/** What npm prints before the output of a command, without `--silent`. */
const NPM_BANNER = /^\n(?:> .*\n)+\n/

/**
 * Reads the output of the command `erasures`, or a data directory's `ledger/erased-sessions`, one digest per line.
 *
 * @throws if the text is neither.
 */
export function parseErasures(text: string): ErasureList {
  // A data directory without erased sessions has no such file, so this is an export that failed.
  if (text.trim() === '')
    throw new Error(
      'The file of --erasures is empty, as an export that failed leaves it. Name a list that was exported completely; if there is none, leave out --erasures, and repeat later erasures by hand.',
    )
  const json = parseJson(text.replace(NPM_BANNER, ''))
  const list = ErasureList.safeParse(json ?? { sessions: text.split('\n').filter(Boolean) })
  if (list.success) return list.data
  throw new Error(
    'The file of --erasures is no list of erasures: it is neither the output of the command erasures nor a file ledger/erased-sessions.',
  )
}

/** Ids of the listed sessions that are in the tables. */
export async function sessionsAmong(
  { shards }: Pick<ClickHouse, 'shards'>,
  { sessions }: ErasureList,
): Promise<string[]> {
  const found = new Set<string>()
  for (let from = 0; from < sessions.length; from += MAX_DIGESTS)
    for (const { migrator } of shards)
      for (const id of await storedSessions(migrator, sessions.slice(from, from + MAX_DIGESTS))) found.add(id)
  return [...found]
}
