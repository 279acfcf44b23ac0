import { MIN_RATE_SESSIONS } from '@half-measure/shared/stats/chance.ts'

/** Figures per thousand sessions, two decimals; null with too few sessions for a meaningful rate. */
export function perThousand<Name extends string>(
  figures: Readonly<Record<Name, number>>,
  sessions: number,
): Record<Name, number> | null {
  if (sessions < MIN_RATE_SESSIONS) return null
  const rates = Object.entries<number>(figures).map(([name, figure]) => [
    name,
    Math.round((figure * 100_000) / sessions) / 100,
  ])
  return Object.fromEntries(rates) as Record<Name, number>
}
