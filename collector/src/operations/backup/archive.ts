import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type BackupFile, BackupError } from './manifest.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Writes a member of a backup, compressed, in a folder that nobody else can enter. */
export async function writeMember(folder: string, name: string, bytes: Buffer | string): Promise<void> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, await compress(bytes), { mode: 0o600 })
}

export async function readMember(bytes: Buffer): Promise<Buffer> {
  return decompress(bytes)
}

/** Every file under a folder, with what it has to be. */
export async function listMembers(folder: string): Promise<BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.toSorted().map(async (path) => ({
      name: relative(folder, path),
      sha256: await hashOf(path),
      bytes: (await stat(path)).size,
    })),
  )
}

/** SHA-256 in hexadecimal. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Puts a folder into one file, which is there whole or not at all. */
export async function pack(folder: string, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await tar(['-c', '-f', unfinished, '-C', folder, '.'])
    await chmod(unfinished, 0o600)
    const handle = await open(unfinished, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Unpacks a backup into an empty folder. @param file `-` for standard input. */
export async function unpack(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await tar(['-x', '--no-same-owner', '-f', file, '-C', folder])
}

/** The system's tar: it is on every Debian, and there is no backup that it could not read. */
function tar(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('tar', args, { stdio: ['inherit', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text))
    child.on('error', (cause) => reject(new BackupError('The program tar cannot be run.', { cause })))
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new BackupError(`tar ended with ${code}: ${words.trim()}`)),
    )
  })
}
