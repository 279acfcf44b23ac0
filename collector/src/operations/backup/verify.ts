import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../platform/parse-json.ts'
import { listMembers } from './archive.ts'
import { BACKED_UP_TABLES, BackupError, Manifest } from './manifest.ts'

const MANIFEST = 'manifest.json'

/** Compares an unpacked backup with its manifest, file by file. @throws {BackupError} naming what is wrong. */
export async function verify(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new BackupError('This is not a complete backup of Half Measure: it has no manifest.', { cause })
  })
  const manifest = Manifest.safeParse(parseJson(text))
  if (!manifest.success) {
    throw new BackupError(
      'The manifest of this backup cannot be read: it is damaged, or a newer version made it.',
    )
  }
  const found = new Map((await listMembers(folder)).map((member) => [member.name, member]))
  const damaged = manifest.data.files.filter(({ name, sha256 }) => found.get(name)?.sha256 !== sha256)
  if (damaged.length > 0) {
    const names = damaged.slice(0, 3).map(({ name }) => name)
    throw new BackupError(
      `The backup is damaged: ${damaged.length} files are not as they were, ${names.join(', ')}`,
    )
  }
  const known = new Set(manifest.data.files.map(({ name }) => name))
  const { clickhouse, postgres } = manifest.data
  const needed = [
    ...clickhouse.tables.flatMap(({ parts }) => parts.map(({ file }) => file)),
    ...postgres.tables.map(({ file }) => file),
  ]
  const absent = needed.filter((name) => !known.has(name))
  if (absent.length > 0 || clickhouse.tables.length !== BACKED_UP_TABLES.length * clickhouse.shards) {
    throw new BackupError(`The manifest of this backup contradicts itself: ${absent.join(', ') || 'tables'}`)
  }
  return manifest.data
}
