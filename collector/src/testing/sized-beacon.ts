import { aBeacon } from '@half-measure/shared/testing/events.ts'

/** A beacon of exactly so many bytes. */
export function beaconOf(bytes: number): string {
  const empty = JSON.stringify({ ...aBeacon(), filler: '' })
  return empty.replace('"filler":""', `"filler":"${'x'.repeat(bytes - empty.length)}"`)
}

/** A body of unknown length, in pieces. */
export function streamed(text: string, piece = 5_000): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) controller.close()
      else controller.enqueue(bytes.slice(sent, (sent += piece)))
    },
  })
}
