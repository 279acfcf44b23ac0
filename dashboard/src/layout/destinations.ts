/** Something with its own URL. */
export interface Destination {
  to: string
  label: string
  /** `Article`, or the section of a page. */
  kind: string
}

const MAX_DESTINATIONS = 12

/** Destinations with every typed word in name or kind; names that begin with the text come first. */
export function matchingDestinations(all: readonly Destination[], text: string): Destination[] {
  const typed = text.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const found = all.filter(({ label, kind }) => {
    const name = `${label} ${kind}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const isExact = ({ label }: Destination) => Number(label.toLowerCase().startsWith(typed))
  return found.toSorted((a, b) => isExact(b) - isExact(a)).slice(0, MAX_DESTINATIONS)
}
