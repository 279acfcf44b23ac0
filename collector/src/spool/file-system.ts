import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that grows. Offsets are explicit, so that a failed write never moves a hidden position. */
export interface AppendFile {
  write(bytes: Uint8Array, offset: number): Promise<void>
  datasync(): Promise<void>
  close(): Promise<void>
}

export interface FileStatus {
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly lastWriteAt: number
}

/** The file operations of the spool. Tests pass an implementation that fails on demand. */
export interface FileSystem {
  makeDirectory(path: string): Promise<void>
  list(directory: string): Promise<string[]>
  /** Creates a file that must not exist, and makes its name durable. */
  create(path: string): Promise<AppendFile>
  read(path: string): Promise<Buffer>
  readRange(path: string, start: number, end: number): Promise<Buffer>
  status(path: string): Promise<FileStatus>
  /** Replaces a small file so that a crash leaves the old or the new one, never a mixture. */
  replace(path: string, bytes: Uint8Array | string): Promise<void>
  remove(path: string): Promise<void>
}

export const nodeFileSystem: FileSystem = {
  async makeDirectory(path) {
    await mkdir(path, { recursive: true, mode: 0o700 })
  },

  list: (directory) => readdir(directory),

  async create(path) {
    const handle = await open(path, 'wx', 0o600)
    try {
      await syncDirectory(dirname(path))
    } catch (error) {
      await handle.close()
      throw error
    }
    return {
      async write(bytes, offset) {
        for (let done = 0; done < bytes.length;) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done)
          done += bytesWritten
        }
      },
      datasync: () => handle.datasync(),
      close: () => handle.close(),
    }
  },

  read: (path) => readFile(path),

  async readRange(path, start, end) {
    const handle = await open(path, 'r')
    try {
      const bytes = Buffer.allocUnsafe(end - start)
      let done = 0
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, start + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return bytes.subarray(0, done)
    } finally {
      await handle.close()
    }
  },

  async status(path) {
    const { size, mtimeMs } = await stat(path)
    return { bytes: size, lastWriteAt: mtimeMs }
  },

  async replace(path, bytes) {
    const temporary = `${path}.new`
    await writeFile(temporary, bytes, { mode: 0o600, flush: true })
    await rename(temporary, path)
    await syncDirectory(dirname(path))
  },

  async remove(path) {
    // It may be gone already, where a removal failed half-way.
    await rm(path, { force: true })
    await syncDirectory(dirname(path))
  },
}

/** A name is durable only once its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
