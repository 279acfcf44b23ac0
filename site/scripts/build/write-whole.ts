import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file and its folders so that no reader, and no later build, ever finds half of it. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(unfinished, content)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
