import { writeFile } from 'node:fs/promises'
import { type AppendFile, type FileStatus, type FileSystem, nodeFileSystem } from '../file-system.ts'

export type Operation = 'create' | 'write' | 'datasync' | 'close' | 'replace' | 'remove'

export interface Fault {
  readonly operation: Operation
  readonly code: 'ENOSPC' | 'EIO'
  /** Calls that succeed first; 0 by default. */
  readonly after?: number
  /** Calls that fail then; 1 by default. */
  readonly times?: number
  /** What reaches the disk all the same: by default nothing, else all of it or that many bytes. */
  readonly effect?: 'whole' | number
  /** Only writes of more bytes fail: the disk is nearly full. */
  readonly above?: number
}

/** A call that waits. */
export interface Hold {
  /** Resolves when the call has arrived. */
  readonly reached: Promise<void>
  release(): void
}

/** The real file system with injected failures, pauses and process death. It counts the calls of each operation. */
export class FaultyFiles implements FileSystem {
  readonly calls: Record<Operation, number> = {
    create: 0,
    write: 0,
    datasync: 0,
    close: 0,
    replace: 0,
    remove: 0,
  }
  readonly #open = new Set<AppendFile>()
  #faults: { fault: Fault; passes: number; left: number }[] = []
  readonly #holds: { operation: Operation; arrive: () => void; released: Promise<void> }[] = []
  readonly #releases: (() => void)[] = []
  #dead = false

  fail(fault: Fault): void {
    this.#faults.push({ fault, passes: fault.after ?? 0, left: fault.times ?? 1 })
  }

  /** The disk works again. */
  heal(): void {
    this.#faults = []
  }

  /** Makes the next call of an operation wait before it does anything. */
  hold(operation: Operation): Hold {
    const arrival = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    this.#holds.push({ operation, arrive: arrival.resolve, released: release.promise })
    this.#releases.push(release.resolve)
    return { reached: arrival.promise, release: release.resolve }
  }

  /** As kill -9 does: nothing reaches the disk from here on, and what is open is closed. */
  async die(): Promise<void> {
    this.#dead = true
    for (const release of this.#releases) release()
    await Promise.all([...this.#open].map((file) => file.close()))
    this.#open.clear()
  }

  makeDirectory(path: string): Promise<void> {
    return nodeFileSystem.makeDirectory(path)
  }

  list(directory: string): Promise<string[]> {
    return nodeFileSystem.list(directory)
  }

  read(path: string): Promise<Buffer> {
    return nodeFileSystem.read(path)
  }

  readRange(path: string, start: number, end: number): Promise<Buffer> {
    return nodeFileSystem.readRange(path, start, end)
  }

  status(path: string): Promise<FileStatus> {
    return nodeFileSystem.status(path)
  }

  create(path: string): Promise<AppendFile> {
    return this.#call('create', async () => this.#track(await nodeFileSystem.create(path)))
  }

  replace(path: string, bytes: Uint8Array | string): Promise<void> {
    return this.#call(
      'replace',
      () => nodeFileSystem.replace(path, bytes),
      (kept) => writeFile(`${path}.new`, Buffer.from(bytes).subarray(0, kept)),
    )
  }

  remove(path: string): Promise<void> {
    return this.#call('remove', () => nodeFileSystem.remove(path))
  }

  #track(file: AppendFile): AppendFile {
    this.#open.add(file)
    return {
      write: (bytes, offset) =>
        this.#call(
          'write',
          () => file.write(bytes, offset),
          (kept) => file.write(bytes.subarray(0, kept), offset),
          bytes.length,
        ),
      datasync: () => this.#call('datasync', () => file.datasync()),
      close: async () => {
        this.#open.delete(file)
        // The descriptor is gone even where close reports an error.
        await file.close()
        await this.#call('close', async () => {})
      },
    }
  }

  async #call<T>(
    operation: Operation,
    act: () => Promise<T>,
    partly: (keptBytes: number) => Promise<void> = async () => {},
    bytes = Infinity,
  ): Promise<T> {
    this.calls[operation]++
    const held = this.#holds.findIndex((hold) => hold.operation === operation)
    const [hold] = held < 0 ? [] : this.#holds.splice(held, 1)
    hold?.arrive()
    await hold?.released
    if (this.#dead) throw injected('EIO', 'the process is gone')
    const fault = this.#due(operation, bytes)
    if (!fault) return act()
    if (fault.effect === 'whole') await act()
    else if (fault.effect !== undefined) await partly(fault.effect)
    throw injected(fault.code, operation)
  }

  #due(operation: Operation, bytes: number): Fault | undefined {
    for (const pending of this.#faults) {
      if (pending.fault.operation !== operation || pending.left === 0) continue
      if (bytes <= (pending.fault.above ?? 0)) continue
      if (pending.passes > 0) {
        pending.passes--
        continue
      }
      pending.left--
      return pending.fault
    }
    return undefined
  }
}

function injected(code: string, where: string): Error {
  return Object.assign(new Error(`${code}: injected (${where})`), { code })
}
