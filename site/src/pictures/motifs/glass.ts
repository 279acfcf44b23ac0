import { between, type Random } from '../random.ts'
import { round, times } from '../shapes.ts'

/** Half widths at heights from the foot, 0, to the rim, 1; all in shares of the height. */
type Profile = Readonly<Record<number, number>>

const PROFILES = {
  /** The conical pint of British pubs. */
  pint: { 0: 0.19, 1: 0.27 },
  /** Straight-sided. */
  tumbler: { 0: 0.26, 1: 0.29 },
  half: { 0: 0.2, 0.75: 0.27, 0.82: 0.3, 0.9: 0.28, 1: 0.28 },
  taster: { 0: 0.25, 0.15: 0.27, 1: 0.34 },
  tulip: { 0: 0.2, 0.02: 0.2, 0.05: 0.05, 0.22: 0.045, 0.3: 0.18, 0.5: 0.29, 0.7: 0.26, 0.85: 0.22, 1: 0.26 },
  goblet: { 0: 0.2, 0.03: 0.19, 0.06: 0.05, 0.36: 0.045, 0.44: 0.2, 0.6: 0.34, 0.78: 0.36, 1: 0.33 },
  wine: { 0: 0.22, 0.02: 0.21, 0.04: 0.025, 0.42: 0.022, 0.5: 0.16, 0.64: 0.27, 0.8: 0.26, 1: 0.2 },
  flute: { 0: 0.16, 0.02: 0.15, 0.05: 0.025, 0.25: 0.03, 0.4: 0.1, 1: 0.14 },
} satisfies Record<string, Profile>

export type GlassKind = keyof typeof PROFILES

/** Where the inside of a glass begins, as a share of its height. */
const FLOORS: Record<GlassKind, number> = {
  pint: 0.05,
  tumbler: 0.05,
  half: 0.06,
  taster: 0.1,
  tulip: 0.27,
  goblet: 0.42,
  wine: 0.47,
  flute: 0.3,
}

export interface Glass {
  /** The middle of the glass. */
  readonly x: number
  /** The whole silhouette. */
  readonly outline: string
  /** The drink between two shares of the inner height; 0 is the floor, 1 the rim. */
  fill(from: number, to: number): string
  /** Foam standing on `from`, rounded over the rim by `rise` units. */
  foam(from: number, rise: number, random: Random): string
  /** Height on the page at a share of the inner height. */
  level(share: number): number
  /** Half width at a share of the inner height. */
  halfWidth(share: number): number
}

/** A glass that stands with the middle of its foot on `x`, `y`. */
export function glass(kind: GlassKind, x: number, y: number, height: number): Glass {
  // An object lists its whole numbers first: the rim comes second.
  const profile = Object.entries<number>(PROFILES[kind])
    .map(([at, half]) => [Number(at), half] as const)
    .toSorted(([a], [b]) => a - b)
  const floor = FLOORS[kind]
  const wall = Math.max(height * 0.012, 2)
  const inner = (share: number) => floor + (1 - floor) * share
  const level = (share: number) => y - inner(share) * height
  const width = (share: number) => widthAt(profile, share) * height
  const halfWidth = (share: number) => width(inner(share)) - wall

  /** Up the right side, over the top, down the left. */
  const around = (from: number, to: number, half: typeof halfWidth, at: typeof level, top = '') => {
    const shares = times(29, (i) => from + ((to - from) * i) / 28)
    const right = shares.map((share) => `${round(x + half(share))} ${round(at(share))}`)
    const left = shares.toReversed().map((share) => `${round(x - half(share))} ${round(at(share))}`)
    return `M${right.join('L')}${top}L${left.join('L')}Z`
  }

  return {
    x,
    outline: around(0, 1, width, (share) => y - share * height),
    fill: (from, to) => around(from, to, halfWidth, level),
    foam(from, rise, random) {
      const top = level(1)
      const half = halfWidth(1)
      const bumps = 5
      const crown = times(bumps, (i) => {
        const end = x + half - ((i + 1) * 2 * half) / bumps
        const middle = end + half / bumps
        const dome = 1 - (Math.abs(middle - x) / half) ** 2
        const peak = top - rise * (0.55 + dome) * between(random, 0.85, 1.15)
        return `Q${round(middle)} ${round(peak)} ${round(end)} ${round(top - (i < bumps - 1 ? rise * 0.35 * dome : 0))}`
      })
      return around(from, 1, halfWidth, level, crown.join(''))
    },
    level,
    halfWidth,
  }
}

/** Between the given points, eased, so that shoulders are round. */
function widthAt(profile: readonly (readonly [at: number, half: number])[], at: number): number {
  const after = profile.findIndex(([share]) => share >= at)
  const [endAt, end] = profile[after] ?? profile[profile.length - 1] ?? [1, 0]
  const [startAt, start] = profile[Math.max(after - 1, 0)] ?? [0, 0]
  if (endAt === startAt) return end
  const share = (at - startAt) / (endAt - startAt)
  const eased = profile.length > 2 ? share * share * (3 - 2 * share) : share
  return start + (end - start) * eased
}
