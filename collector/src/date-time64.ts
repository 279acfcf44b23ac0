/** `2026-11-20 10:00:00.000`, UTC: what a DateTime64 column reads without being told a format. */
export function dateTime64(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 23)
}
