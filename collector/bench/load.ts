import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { beaconTemplate, EVENT_MARK, VISIT_MARK } from './beacon-template.ts'

export interface Load {
  readonly port: number
  readonly eventsPerBeacon: number
  readonly connections: number
  readonly seconds: number
  /** Mean pause of a connection between two requests, milliseconds; none where it is left out. */
  readonly pauseMs?: number
}

/** What the generator saw. */
export const LoadResult = z.object({
  /** Answered. */
  requests: z.number(),
  seconds: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  max_ms: z.number(),
  /** Answered with 400 or more. */
  refused: z.number(),
  /** Not answered. */
  broken: z.number(),
})
export type LoadResult = z.infer<typeof LoadResult>

/** Neither shares an event loop with who is measured. */
export type Generator = 'wrk' | 'node'

/** `wrk` where it is installed, otherwise a process of our own. */
export const GENERATOR: Generator = isInstalled('wrk') ? 'wrk' : 'node'

/** Sends beacons, each with ids of its own, for some seconds. @throws if the generator fails. */
export async function sendLoad(load: Load, generator = GENERATOR): Promise<LoadResult> {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-load-'))
  try {
    const template = join(directory, 'beacon.json')
    await writeFile(template, beaconTemplate(load.eventsPerBeacon))
    const run = randomBytes(4).toString('hex')
    const args = [template, EVENT_MARK, VISIT_MARK, run, String(load.pauseMs ?? 0)]
    const { stdout } = await promisify(execFile)(...command(generator, load, args))
    return LoadResult.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
  } finally {
    await rm(directory, { recursive: true })
  }
}

function command(
  generator: Generator,
  { port, connections, seconds }: Load,
  args: readonly string[],
): [string, string[]] {
  const address = `http://127.0.0.1:${port}/api/events`
  if (generator === 'wrk') {
    const script = join(import.meta.dirname, 'beacon.lua')
    return ['wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, address, '--', ...args]]
  }
  const script = join(import.meta.dirname, 'node-load-process.ts')
  return [process.execPath, [script, String(connections), String(seconds), address, ...args]]
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
