import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'

/** More than ten times what the tests have at any moment; on a smaller machine, its other programs need it. */
const ENOUGH_BYTES = 6e9

const NAME = 'half-measure-tests-'

/**
 * Gives the temporary files of this run a folder that goes with it, in memory where there is enough: tests make, sync
 * and remove tens of thousands of small files, which takes a disk a fifth of a run's processor time and much waiting. A
 * process that is killed loses none of them in memory either. `TMPDIR` says where else.
 */
export function useTestDirectory(): void {
  const parent = process.env['TMPDIR'] ?? (hasMemory() ? MEMORY : tmpdir())
  removeAbandoned(parent)
  const directory = join(parent, `${NAME}${process.pid}`)
  // Servers of another user have folders in it.
  mkdirSync(directory, { mode: 0o711 })
  process.env['TMPDIR'] = directory
  // Programs that are being killed may still write.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${MEMORY} `))
    // A test may start a program that it has written.
    return bavail * bsize > ENOUGH_BYTES && freemem() > ENOUGH_BYTES && mount?.includes('noexec') === false
  } catch {
    return false
  }
}

/** Of runs that were killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(NAME)) continue
    try {
      process.kill(Number(name.slice(NAME.length)), 0)
    } catch {
      rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
}
