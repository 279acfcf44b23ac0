import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../database/schema/database.ts'
import { readKeyFile, writeKeyFile } from '../platform/key-file.ts'
import { chainOf, EVENTS_OF_STRANGERS } from './audit-log.ts'
import { identityRetention } from './retention.ts'

/*
 * Each entry of the audit log has a hash of itself and the entry before it, which the database computes on insert.
 * Retention deletes the oldest entries. Events that strangers cause are kept for a shorter time, so they have chains of
 * their own, and only the beginning of a chain is ever deleted.
 *
 * The owner of the database could recompute all hashes. So the last hash of each chain is also kept in a file, and must
 * still exist at the next check.
 */

const BATCH = 5_000

/** The last entry of a chain at the last check. */
const Head = z.object({ position: z.coerce.number(), hash: z.string(), at: z.iso.datetime() })
const Heads = z.record(z.string(), Head)
type Heads = z.infer<typeof Heads>

/**
 * Compares the audit log with its hashes and with the result of the last check, and stores the new one.
 *
 * @param headsFile where the ends of the chains are kept, outside of the database.
 */
export async function checkAuditLog(db: Db, headsFile: string, now: Date) {
  /** In sentences; empty if nothing was changed, removed or inserted. */
  const problems: string[] = []
  const known = await readHeads(headsFile).catch((error: unknown): Heads => {
    problems.push(`${headsFile} cannot be read, so removed entries do not show: ${String(error)}`)
    return {}
  })
  const heads: Record<string, z.infer<typeof Head>> = {}
  let entries = 0
  const { rows: chains } = await sql<{ chain: string }>`select distinct chain from audit_log`.execute(db)
  for (const chain of new Set([...chains.map((row) => row.chain), ...Object.keys(known)])) {
    const checked = await checkChain(db, chain, known[chain], now)
    problems.push(...checked.problems)
    entries += checked.entries
    if (checked.head) heads[chain] = checked.head
  }
  // After a problem the old heads stay, so that later checks report it again until somebody has looked.
  if (problems.length === 0) await writeKeyFile(headsFile, JSON.stringify(heads))
  return { entries, problems }
}

async function checkChain(db: Db, chain: string, known: Heads[string] | undefined, now: Date) {
  const problems: string[] = []
  let previous: { position: number; hash: Buffer; at: Date } | undefined
  let first: number | undefined
  let entries = 0
  let isKnownHere = false
  for (;;) {
    const rows = await entriesAfter(db, chain, previous?.position ?? 0)
    for (const row of rows) {
      const position = Number(row.position)
      first ??= position
      entries++
      if (previous && position !== previous.position + 1)
        problems.push(`${chain}: entries are missing between ${previous.position} and ${position}`)
      else if ((previous || position === 1) && !hashOf(previous?.hash, row.text).equals(row.hash))
        problems.push(`${chain}: entry ${position} was changed`)
      if (position === known?.position) isKnownHere = row.hash.toString('hex') === known.hash
      previous = { position, hash: row.hash, at: row.at }
    }
    if (rows.length < BATCH) break
  }
  const chainNow = first !== undefined && previous ? { first, last: previous.position } : undefined
  if (known && !isKnownHere && !hasExpired(chain, known, chainNow, now))
    problems.push(`${chain}: entry ${known.position}, seen at the last check, was removed or replaced`)
  const head = previous && {
    position: previous.position,
    hash: previous.hash.toString('hex'),
    at: previous.at.toISOString(),
  }
  return { entries, problems, head }
}

/**
 * Whether retention deletes an entry that was the newest of its chain, and all before it.
 *
 * @param chainNow the first and the last position that are left, if any.
 */
function hasExpired(
  chain: string,
  { position, at }: Heads[string],
  chainNow: { readonly first: number; readonly last: number } | undefined,
  now: Date,
) {
  if (chainNow && position >= chainNow.first) return false
  const isOfStrangers = EVENTS_OF_STRANGERS.some((event) => chainOf(event) === chain)
  const days = isOfStrangers ? identityRetention.attemptDays : identityRetention.auditLogMonths * 28
  const isExcess = isOfStrangers && chainNow && position <= chainNow.last - identityRetention.maxAttempts
  return isExcess || Date.parse(at) <= now.getTime() - days * DAY_MS
}

/** In the order of the chain, with the text that the database hashed. */
async function entriesAfter(db: Db, chain: string, position: number) {
  const { rows } = await sql<{ position: string; at: Date; hash: Buffer; text: string }>`
    select position, at, hash,
      concat_ws(E'\\x1f', position, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), event,
        coalesce(user_id::text, ''), details::text) as text
    from audit_log where chain = ${chain} and position > ${position} order by position limit ${BATCH}`.execute(
    db,
  )
  return rows
}

function hashOf(previous: Buffer | undefined, text: string): Buffer {
  return createHash('sha256')
    .update(previous ?? '')
    .update(text)
    .digest()
}

async function readHeads(path: string): Promise<Heads> {
  return Heads.parse(JSON.parse((await readKeyFile(path)) ?? '{}'))
}
