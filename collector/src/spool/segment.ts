import { join } from 'node:path'
import type { Totals } from './totals.ts'

/** Rises whenever an earlier version could not read, or would misread, what this one writes. */
export const FORMAT = 2

/** A segment's first record. The file can be read by itself. */
export interface SegmentHeader {
  format: typeof FORMAT
  number: number
  /** ISO 8601. */
  created_at: string
  /** Good bytes of the last segment before it that got a header. Bytes beyond were never acknowledged. */
  previous: { number: number; bytes: number } | null
  /** Totals when this segment began. */
  totals: Totals
}

export interface Segment {
  readonly number: number
  readonly path: string
  /** Good bytes. */
  bytes: number
  /** Milliseconds since 1970 of the last append. */
  lastWriteAt: number
}

export function segmentPath(directory: string, number: number): string {
  return join(directory, `segment-${String(number).padStart(12, '0')}.log`)
}

export function segmentNumber(fileName: string): number | undefined {
  const digits = /^segment-(\d{12})\.log$/.exec(fileName)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
