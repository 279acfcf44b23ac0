import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../../src/platform/unavailable.ts'

/** A mount namespace: what a program mounts in it no other program sees, and it goes with the last of its processes. */
const UNSHARE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']

/** Why no small disk can be had on this machine; undefined where one can. */
export const noSmallDisk =
  spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
    ? undefined
    : 'no mount namespaces: this takes Linux, util-linux and the right to use them'

/** A disk of so many megabytes, in memory, in place of a directory of one program. */
export class SmallDisk {
  readonly #megabytes: number

  constructor(megabytes: number) {
    this.#megabytes = megabytes
  }

  /** What runs a program with the disk mounted on the directory, which must exist. The program follows. */
  commandFor(directory: string): string[] {
    const mount = `mount -t tmpfs -o size=${this.#megabytes}m tmpfs "$0" && exec "$@"`
    return [...UNSHARE, 'sh', '-c', mount, directory]
  }
}

/** A path that a process sees, as it is seen from outside its mount namespace. */
export function pathInside(pid: number | undefined, path: string): string {
  return join('/proc', String(pid), 'root', path)
}

/** Fills the disk of a directory to the last byte, until it is released. */
export class Ballast {
  readonly #path: string

  constructor(directory: string) {
    this.#path = join(directory, 'ballast')
  }

  fill(): void {
    const file = openSync(this.#path, 'a')
    try {
      for (const bytes of [1024 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(bytes))
    } finally {
      closeSync(file)
    }
  }

  release(): void {
    rmSync(this.#path)
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error
  }
}
