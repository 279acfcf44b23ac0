import type { Experiment } from './experiments.ts'

/**
 * The variant of a session in a test: a weighted hash of both names, so that browser and server
 * agree without a request, before the first paint.
 *
 * FNV-1a over the UTF-16 code units of `test:session`, then the 32-bit finaliser of MurmurHash3,
 * because FNV alone leaves its high bits uneven for strings that differ only at the end.
 */
export function assignVariant(experiment: Experiment, sessionId: string): string {
  const point = hash32(`${experiment.name}:${sessionId}`) / 2 ** 32
  let upper = 0
  for (const variant of experiment.variants) {
    upper += variant.weight
    if (point < upper) return variant.name
  }
  // Weights such as 0.4 + 0.3 + 0.3 may add up to a hair below 1.
  return experiment.variants[experiment.variants.length - 1]?.name ?? experiment.variants[0].name
}

/** Uniform over 0 … 2^32 - 1. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
