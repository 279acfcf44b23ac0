import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

export const Load = z.object({
  port: z.int(),
  eventsPerBeacon: z.int(),
  connections: z.int(),
  seconds: z.number(),
  /** Mean pause of a connection between two requests, milliseconds; exponentially distributed. */
  pauseMs: z.number().optional(),
})
export type Load = z.infer<typeof Load>

const LoadResult = z.object({
  /** Responses received. */
  requests: z.number(),
  seconds: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  max_ms: z.number(),
  /** Responses with status 400 or more. */
  refused: z.number(),
  /** Connections that failed. */
  broken: z.number(),
})
export type LoadResult = z.infer<typeof LoadResult>

/** Sends beacons, each with ids of its own, for some seconds. @throws if the generator fails. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const script = join(import.meta.dirname, 'load-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(load)])
  return LoadResult.parse(JSON.parse(stdout))
}
