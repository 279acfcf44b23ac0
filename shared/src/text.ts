import { z } from 'zod'

/** A string of at most `max` characters, with lone surrogates and NULs replaced by U+FFFD. */
export function text(max: number) {
  return z.string().max(max).overwrite(wellFormed)
}

/** Same length as its input: each bad unit becomes one U+FFFD. One lone surrogate would fail a whole insert. */
export function wellFormed(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Text of a one-line field: 1 to `max` characters after control characters become spaces. */
export function line(max: number) {
  return optionalLine(max).min(1)
}

/** As `line`, and may be empty. */
export function optionalLine(max: number) {
  return z
    .string()
    .overwrite((value) =>
      wellFormed(value)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .max(max)
}

/**
 * Text of a multi-line field: `min` to `max` characters, each line end counted once. Other control characters, which word
 * processors leave in what is pasted and XML forbids, become spaces.
 */
export function lines(max: number, min = 1) {
  return z
    .string()
    .overwrite((value) =>
      wellFormed(value)
        .replaceAll(/\r\n?|\v/g, '\n')
        .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
        .trim(),
    )
    .min(min)
    .max(max)
}
