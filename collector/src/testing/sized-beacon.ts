import { Readable } from 'node:stream'
import { aBeacon } from '@half-measure/shared/testing/events.ts'

/** A beacon of an exact size in bytes. */
export function beaconOf(bytes: number): string {
  const empty = JSON.stringify({ ...aBeacon(), filler: '' })
  return empty.replace('"filler":""', `"filler":"${'x'.repeat(bytes - empty.length)}"`)
}

/** A body of unknown length, in pieces. */
export function streamed(text: string, piece = 5_000): Readable {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, n) =>
    bytes.subarray(n * piece, (n + 1) * piece),
  )
  return Readable.from(pieces)
}
