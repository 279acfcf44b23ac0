import { between, type Random } from '../random.ts'
import { round, times } from '../shapes.ts'

/** Half widths over height, as shares of the height, from the foot to the rim. */
type Profile = readonly (readonly [at: number, halfWidth: number])[]

const PROFILES = {
  /** The conical pint of British pubs. */
  pint: [
    [0, 0.19],
    [1, 0.27],
  ],
  /** Straight-sided. */
  tumbler: [
    [0, 0.26],
    [1, 0.29],
  ],
  half: [
    [0, 0.2],
    [0.75, 0.27],
    [0.82, 0.3],
    [0.9, 0.28],
    [1, 0.28],
  ],
  taster: [
    [0, 0.25],
    [0.15, 0.27],
    [1, 0.34],
  ],
  tulip: [
    [0, 0.2],
    [0.02, 0.2],
    [0.05, 0.05],
    [0.22, 0.045],
    [0.3, 0.18],
    [0.5, 0.29],
    [0.7, 0.26],
    [0.85, 0.22],
    [1, 0.26],
  ],
  goblet: [
    [0, 0.2],
    [0.03, 0.19],
    [0.06, 0.05],
    [0.36, 0.045],
    [0.44, 0.2],
    [0.6, 0.34],
    [0.78, 0.36],
    [1, 0.33],
  ],
  wine: [
    [0, 0.22],
    [0.02, 0.21],
    [0.04, 0.025],
    [0.42, 0.022],
    [0.5, 0.16],
    [0.64, 0.27],
    [0.8, 0.26],
    [1, 0.2],
  ],
  flute: [
    [0, 0.16],
    [0.02, 0.15],
    [0.05, 0.025],
    [0.25, 0.03],
    [0.4, 0.1],
    [1, 0.14],
  ],
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
  /** What stands in the glass between two shares of its inner height; 0 is the floor, 1 the rim. */
  fill(from: number, to: number): string
  /** Foam standing on `from`, rounded over the rim by `rise` units. */
  foam(from: number, rise: number, random: Random): string
  /** Height on the page of a share of the inner height. */
  level(share: number): number
  /** Half width at a share of the inner height. */
  halfWidth(share: number): number
}

/** A glass that stands with the middle of its foot on `x`, `y`. */
export function glass(kind: GlassKind, x: number, y: number, height: number): Glass {
  const profile: Profile = PROFILES[kind]
  const floor = FLOORS[kind]
  const wall = Math.max(height * 0.012, 2)
  const inner = (share: number) => floor + (1 - floor) * share
  const level = (share: number) => y - inner(share) * height
  const halfWidth = (share: number) => widthAt(profile, inner(share)) * height - wall

  const side = (
    from: number,
    to: number,
    width: (share: number) => number,
    at: (share: number) => number,
  ) => {
    const steps = 28
    return times(steps + 1, (i) => {
      const share = from + ((to - from) * i) / steps
      return [width(share), at(share)] as const
    })
  }
  const closed = (points: (readonly [number, number])[]) => {
    const right = points.map(([half, at]) => `${round(x + half)} ${round(at)}`)
    const left = points.toReversed().map(([half, at]) => `${round(x - half)} ${round(at)}`)
    return `M${[...right, ...left].join('L')}Z`
  }

  return {
    x,
    outline: closed(
      side(
        0,
        1,
        (share) => widthAt(profile, share) * height,
        (share) => y - share * height,
      ),
    ),
    fill: (from, to) => closed(side(from, to, halfWidth, level)),
    foam(from, rise, random) {
      const top = level(1)
      const half = halfWidth(1)
      const bumps = 5
      const body = side(from, 1, halfWidth, level)
      const right = body.map(([width, at]) => `${round(x + width)} ${round(at)}`)
      const left = body.toReversed().map(([width, at]) => `${round(x - width)} ${round(at)}`)
      const crown = times(bumps, (i) => {
        const end = x + half - ((i + 1) * 2 * half) / bumps
        const middle = end + half / bumps
        const dome = 1 - (Math.abs(middle - x) / half) ** 2
        const peak = top - rise * (0.55 + dome) * between(random, 0.85, 1.15)
        return `Q${round(middle)} ${round(peak)} ${round(end)} ${round(top - (i < bumps - 1 ? rise * 0.35 * dome : 0))}`
      })
      return `M${right.join('L')}${crown.join('')}L${left.join('L')}Z`
    },
    level,
    halfWidth,
  }
}

/** Between the given points, eased, so that shoulders are round. */
function widthAt(profile: Profile, at: number): number {
  const after = profile.findIndex(([share]) => share >= at)
  const [endAt, end] = profile[after] ?? profile[profile.length - 1] ?? [1, 0]
  const [startAt, start] = profile[Math.max(after - 1, 0)] ?? [0, 0]
  if (endAt === startAt) return end
  const share = (at - startAt) / (endAt - startAt)
  const eased = profile.length > 2 ? share * share * (3 - 2 * share) : share
  return start + (end - start) * eased
}
