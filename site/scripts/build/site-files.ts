import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The folder of this workspace, without a slash at its end. */
export const siteRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Writes a file and its folders so that no reader, and no later build, ever finds half of it. */
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

const TEXT = new Set(['.html', '.css', '.js', '.svg', '.xml', '.txt', '.ics', '.json', '.webmanifest'])

/** Writes a `.br` and a `.gz` beside every text file under `folder`. */
export async function compressTexts(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
}
