import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Logger } from '../../platform/logger.ts'
import { Spool, type SpoolOptions } from '../spool.ts'
import { FaultyFiles } from './faulty-files.ts'

/** A logger that keeps what an operator would see: `warn: spool: torn tail cut`. */
export function recordingLogger(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const write = (text: string) => {
    const { level, msg } = JSON.parse(text) as { level: number; msg: string }
    lines.push(`${pino.levels.labels[level]}: ${msg}`)
  }
  return { log: pino({ level: 'warn' }, { write }), lines }
}

/**
 * A data directory and the processes that use it one after another. `await using` removes it and whatever is
 * still open.
 */
export class TemporarySpool implements AsyncDisposable {
  readonly directory: string
  readonly lines: string[]
  readonly #root: string
  readonly #log: Logger
  readonly #processes: FaultyFiles[] = []

  static async make(): Promise<TemporarySpool> {
    return new TemporarySpool(await mkdtemp(join(tmpdir(), 'spool-test-')))
  }

  private constructor(root: string) {
    this.#root = root
    this.directory = join(root, 'spool')
    const { log, lines } = recordingLogger()
    this.#log = log
    this.lines = lines
  }

  /** A new process on the directory. Timers are far away unless a test sets them. */
  async open(options: Partial<SpoolOptions> = {}): Promise<{ spool: Spool; files: FaultyFiles }> {
    const files = new FaultyFiles()
    this.#processes.push(files)
    const spool = await Spool.open({
      directory: this.directory,
      maxBytes: 64 * 1024 * 1024,
      retentionHours: 24,
      flushAfterMs: 60_000,
      log: this.#log,
      files,
      ...options,
    })
    return { spool, files }
  }

  /** Kills the process that was opened last, and opens the next one. */
  async reopen(options: Partial<SpoolOptions> = {}): Promise<{ spool: Spool; files: FaultyFiles }> {
    await this.#processes.at(-1)?.die()
    return this.open(options)
  }

  /** The directory as a crash at this instant would leave it. */
  async copy(): Promise<TemporarySpool> {
    const copy = await TemporarySpool.make()
    await cp(this.directory, copy.directory, { recursive: true })
    return copy
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const files of this.#processes) await files.die()
    await rm(this.#root, { recursive: true, force: true })
  }
}

/** A process on a data directory of its own, which is removed when the running test ends. */
export async function openSpool(options: Partial<SpoolOptions> = {}) {
  const temporary = await TemporarySpool.make()
  onTestFinished(() => temporary[Symbol.asyncDispose]())
  return { temporary, ...(await temporary.open(options)) }
}
