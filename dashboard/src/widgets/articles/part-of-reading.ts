/** `14% of 6 min`: the time for which an article was read, of that which reading all of it takes. */
export function partOfReading(part: number, minutes: number): string {
  return `${Math.round(part * 100)}% of ${minutes} min`
}
