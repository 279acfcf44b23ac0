import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../collector/src/platform/parse-json.ts'
import { ROOT } from './process.ts'

/**
 * `DATA_DIR/schema.json` names the migrations that the databases in it have had, so that a checkout that cannot read
 * them says so before it builds anything. The databases check again when they are opened.
 */

const FOLDERS = [
  'collector/src/warehouse/clickhouse/migrations',
  'collector/src/database/migrations',
] as const

/** File name to checksum; the checksum of code is empty, as its style may change. */
const SchemaRecord = z.record(z.string(), z.string())
type SchemaRecord = z.infer<typeof SchemaRecord>

/** Records that the databases have this checkout's schema. */
export async function recordSchema(dataDir: string): Promise<void> {
  await writeFile(recordPath(dataDir), `${JSON.stringify(await schemaOfCheckout(), null, 2)}\n`)
}

/** Migrations of the data that this checkout does not have, or has in another version. */
export async function unknownMigrations(dataDir: string): Promise<string[]> {
  const known = await schemaOfCheckout()
  return Object.entries(await readRecord(dataDir))
    .filter(([name, checksum]) => known[name] !== checksum)
    .map(([name]) => name)
}

/** Migrations of this checkout that the data still need; none where there are no data. */
export async function pendingMigrations(dataDir: string): Promise<string[]> {
  const recorded = await readRecord(dataDir)
  if (Object.keys(recorded).length === 0) return []
  return Object.keys(await schemaOfCheckout()).filter((name) => !(name in recorded))
}

/** Empty if there is none, or its write was cut off: the databases check again. */
async function readRecord(dataDir: string): Promise<SchemaRecord> {
  const text = await readFile(recordPath(dataDir), 'utf8').catch(() => '')
  return SchemaRecord.safeParse(parseJson(text)).data ?? {}
}

function recordPath(dataDir: string): string {
  return join(dataDir, 'schema.json')
}

async function schemaOfCheckout(): Promise<SchemaRecord> {
  const schema: SchemaRecord = {}
  for (const folder of FOLDERS) {
    for (const file of (await readdir(join(ROOT, folder))).sort()) {
      const bytes = await readFile(join(ROOT, folder, file))
      schema[file] = file.endsWith('.sql')
        ? createHash('sha256').update(bytes).digest('hex').slice(0, 16)
        : ''
    }
  }
  return schema
}
