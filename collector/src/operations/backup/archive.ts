import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, zstdCompress, zstdDecompress } from 'node:zlib'
import { decrypt, encrypt, isEncrypted } from './encryption.ts'
import { type BackupFile, BackupError } from './manifest.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Enough bytes to recognise an encrypted backup. */
const PEEKED = 32

/**
 * Writes a compressed member of a backup, readable by its owner only.
 *
 * @param bytes in chunks if they do not fit into memory.
 */
export type WriteMember = (name: string, bytes: Buffer | string | AsyncIterable<string>) => Promise<void>

/** @param stop once it fires, nothing more is written, and writing throws. */
export function membersIn(folder: string, stop = new AbortController().signal): WriteMember {
  return async (name, bytes) => {
    stop.throwIfAborted()
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (typeof bytes === 'string' || Buffer.isBuffer(bytes))
      return writeFile(path, await compress(bytes), { mode: 0o600 })
    const file = createWriteStream(path, { mode: 0o600 })
    await pipeline(Readable.from(bytes), createZstdCompress(), file, { signal: stop })
  }
}

export async function readMember(bytes: Buffer): Promise<Buffer> {
  return decompress(bytes)
}

/** Every file under a folder, with its checksum and size. */
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

/**
 * Packs a folder into one file, atomically.
 *
 * @param recipient the public key that the file is encrypted for; null for a plain `tar`.
 * @throws {BackupError}
 */
export async function pack(
  folder: string,
  file: string,
  recipient: string | null,
  stop = new AbortController().signal,
): Promise<void> {
  const unfinished = `${file}.unfinished`
  const { child, ended } = startTar('The backup cannot be written', ['-c', '-f', '-', '-C', folder, '.'])
  try {
    child.stdin.end()
    const bytes = recipient === null ? child.stdout : await encrypt(child.stdout, recipient)
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }), { signal: stop })
    await ended
    await rename(unfinished, file)
  } catch (error) {
    child.kill()
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Unpacks a backup into an empty folder.
 *
 * @param file `-` for standard input.
 * @param identities the text of a key file, for an encrypted backup.
 * @throws {BackupError}
 */
export async function unpack(file: string, folder: string, identities: string | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [beginning, bytes] = await peek(file === '-' ? process.stdin : createReadStream(file))
  const plain = isEncrypted(beginning) ? await decrypt(bytes, identities) : bytes
  const { child, ended } = startTar('The file is no backup, or it is damaged', [
    '-x',
    '--no-same-owner',
    '-f',
    '-',
    '-C',
    folder,
  ])
  const [piped, unpacked] = await Promise.allSettled([pipeline(plain, child.stdin), ended])
  if (piped.status === 'rejected' && !isClosedByTar(piped.reason as NodeJS.ErrnoException))
    throw new BackupError('The backup is damaged, or cannot be read.', { cause: piped.reason })
  if (unpacked.status === 'rejected') throw unpacked.reason
}

/** Tar may exit before the end of the file; then its exit code decides. */
function isClosedByTar({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** The first bytes of a stream, and the whole stream. */
async function peek(source: Readable): Promise<[Buffer, Readable]> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  let beginning = Buffer.alloc(0)
  while (beginning.length < PEEKED) {
    const { value, done } = await chunks.next()
    if (done) break
    beginning = Buffer.concat([beginning, value])
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield beginning
    yield* chunks
  }
  return [beginning, Readable.from(whole(), { objectMode: false })]
}

/** The system's tar, which every Debian has. @param failure message if tar fails. */
function startTar(failure: string, args: readonly string[]) {
  const child = spawn('tar', args)
  const ended = new Promise<void>((resolve, reject) => {
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text))
    child.on('error', (cause) => reject(new BackupError('The program tar cannot be run.', { cause })))
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new BackupError(`${failure} (tar ended with ${code}: ${words.trim().split('\n')[0]}).`)),
    )
  })
  ended.catch(() => {})
  return { child, ended }
}
