import { z } from 'zod'

/** A string of at most `max` characters, with lone surrogates and NULs replaced by U+FFFD. */
export function text(max: number) {
  return z.string().max(max).overwrite(wellFormed)
}

/** Same length as its input: each bad unit becomes one U+FFFD. One lone surrogate would fail a whole insert. */
export function wellFormed(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\uFFFD')
}
