import { readFile, writeFile } from 'node:fs/promises'
import type { Spool } from '../spool.ts'

/** Spoils the record that holds the n-th event in the spool's first segment, as a bad sector does. @returns the segment's path. */
export async function damageEvent(spool: Spool, n: number): Promise<string> {
  const path = spool.segments[0]?.path ?? ''
  const bytes = await readFile(path)
  bytes.writeUInt8(0, bytes.indexOf(`pine-beer?${n}`))
  await writeFile(path, bytes)
  return path
}
