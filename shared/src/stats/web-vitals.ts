import { z } from 'zod'

/** Limits in the unit of the vital: good up to and including `good`, poor above `poor`. */
export const VITALS = {
  /** Milliseconds. */
  lcp: { good: 2_500, poor: 4_000 },
  /** Milliseconds. */
  inp: { good: 200, poor: 500 },
  /** Without a unit. */
  cls: { good: 0.1, poor: 0.25 },
} as const
export type Vital = keyof typeof VITALS

export type Rating = 'good' | 'needs improvement' | 'poor'

/** Loads that a 75th percentile needs to be rated: with fewer, a handful of slow ones decides. */
export const MIN_RATED_LOADS = 30

const VitalFigure = z.object({
  /** In the unit of the vital, interpolated between two loads; null where it was not measured. */
  p75: z.number().nullable(),
  /** Loads in which it was measured: not every browser can, and without an interaction there is no INP. */
  loads: z.int(),
  /** Good loads, and poor ones. */
  good: z.int(),
  poor: z.int(),
})
export type VitalFigure = z.infer<typeof VitalFigure>

/** Null where nothing was measured, or in too few loads. */
export function ratingOf(vital: Vital, { p75, loads }: Pick<VitalFigure, 'p75' | 'loads'>): Rating | null {
  if (p75 === null || loads < MIN_RATED_LOADS) return null
  const { good, poor } = VITALS[vital]
  return p75 <= good ? 'good' : p75 > poor ? 'poor' : 'needs improvement'
}

const Measured = z.object({
  /** Sessions with a measured load. */
  sessions: z.int(),
  /** Page loads with at least one measured vital. */
  loads: z.int(),
  lcp: VitalFigure,
  inp: VitalFigure,
  cls: VitalFigure,
})
export type Measured = z.infer<typeof Measured>

const OfDevice = Measured.extend({ device: z.string() })

export const WebVitals = z.object({
  totals: Measured,
  devices: z.array(OfDevice),
  /** Pages with the most measured loads, most first. */
  pages: z.array(Measured.extend({ page_path: z.string(), devices: z.array(OfDevice) })),
})
export type WebVitals = z.infer<typeof WebVitals>
