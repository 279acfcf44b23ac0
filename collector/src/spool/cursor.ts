import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { FileSystem } from './file-system.ts'

const count = z.int().min(0)

/** Attempts of one insert. */
const Attempts = z.object({
  /** Tokens consumed without effect. */
  used_tokens: count.default(0),
  /** Start of the engine that gets the next token, seconds since 1970. */
  engine_started_at: count.optional(),
  /** It was refused, and its halves are inserted instead. */
  is_split: z.boolean().default(false),
})

/** The loader's position, and the outcome of the rows before it. */
export const Cursor = z.object({
  /** Everything before this place is committed. */
  segment: count,
  offset: count,
  /** Rows inserted since the beginning. */
  stored: z.partialRecord(z.enum(EVENT_TABLES), count),
  /** Acknowledged rows lost to damage on disk. */
  lost: count,
  /** The attempts of the current batch, by insert. */
  attempts: z.record(z.string(), Attempts),
  /**
   * Events of the current batch that the database has from an earlier batch, by table; they are left out at every
   * attempt. Null: not looked up.
   */
  duplicate_ids: z.partialRecord(z.enum(EVENT_TABLES), z.array(z.string())).nullable().default(null),
  /** Events left out in this way since the beginning: acknowledged as new, but duplicates. */
  duplicates: count.default(0),
  /** Start of the engine that got the last fresh batch, seconds since 1970; 0 before the first. */
  engine_started_at: count.default(0),
  /** The machine's boot under which this was written; a later one may have lost unsynced data. */
  boot_id: z.string(),
})
export type Cursor = z.infer<typeof Cursor>

export type Attempts = Cursor['attempts'][string]

export type DuplicateIds = NonNullable<Cursor['duplicate_ids']>

export function startCursor(bootId: string): Cursor {
  return Cursor.parse({ segment: 0, offset: 0, stored: {}, lost: 0, attempts: {}, boot_id: bootId })
}

const path = (directory: string) => join(directory, 'cursor.json')

/** Undefined if there is none yet. Throws if it cannot be read, since guessing would duplicate or lose rows. */
export async function readCursor(files: FileSystem, directory: string): Promise<Cursor | undefined> {
  if (!(await files.list(directory)).includes('cursor.json')) return undefined
  const text = (await files.read(path(directory))).toString()
  const parsed = Cursor.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Error(
    `${path(directory)} is not readable. Restore it from a backup, or move it away: then every batch is ` +
      'compared with the database before it is inserted, which is slow and safe.',
  )
}

export function writeCursor(files: FileSystem, directory: string, cursor: Cursor): Promise<void> {
  return files.replace(path(directory), JSON.stringify(cursor))
}

let known: string | undefined

/** Identifies the machine's boot: after another one, unsynced bytes may be lost. */
export function bootId(): string {
  known ??= readBootId()
  return known
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Not Linux: the minute of the start is close enough to tell two starts apart.
    return String(Math.round((Date.now() - uptime() * 1000) / 60_000))
  }
}
