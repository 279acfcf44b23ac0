import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The server changes addresses in other texts, and so compresses them itself. */
const UNCHANGING = new Set(['.css', '.js', '.svg', '.json'])

/** Writes a `.br` and a `.gz` beside every text file under `folder` that is served as it is. */
export async function compressTexts(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && UNCHANGING.has(extname(entry.name)))
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

/** Bytes of files in `folder`. @param ending after the names: `.gz` for what gzip sends. */
export async function weigh(folder: string, files: readonly string[], ending = ''): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file + ending))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Scripts and their static imports; dynamic imports are not needed first. */
export async function withImports(folder: string, scripts: readonly string[]): Promise<string[]> {
  const found = new Set(scripts)
  for (const file of found) for (const imported of await importsOf(folder, file)) found.add(imported)
  return [...found]
}

/** A script that imports itself by way of others, whose values one of them may use before they are there. */
export async function findCircular(folder: string, scripts: readonly string[]): Promise<string | undefined> {
  const imports = new Map<string, readonly string[]>()
  for (const script of scripts) imports.set(script, await importsOf(folder, script))
  return scripts.find((script) => {
    const found = new Set(imports.get(script))
    for (const file of found) for (const imported of imports.get(file) ?? []) found.add(imported)
    return found.has(script)
  })
}

/** What it exports from others is imported as well. */
async function importsOf(folder: string, file: string): Promise<string[]> {
  const code = await readFile(join(folder, file), 'utf8')
  const imports = code.matchAll(/(?:^|[;}])(?:import|export)(?:[\w{},*$ ]+from)?["'`]\.\/([^"'`]+)["'`]/g)
  return [...imports].map(([, name = '']) => posix.join(posix.dirname(file), name))
}

/** Gzipped bytes of scripts and their static imports. */
export async function weighScripts(folder: string, scripts: readonly string[]): Promise<number> {
  return weigh(folder, await withImports(folder, scripts), '.gz')
}
