import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this workspace, without a slash at its end. */
export const siteRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Writes a file and its folders; no reader or later build ever finds half a file. */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(unfinished, content)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
