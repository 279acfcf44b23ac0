import type { Random } from '../../src/pictures/random.ts'
import { noiseAt, noiseTile } from './noise.ts'

const clouds = noiseTile(256, 1)
const grain = noiseTile(2.7, 2)
const specks = noiseTile(5.3, 3)

/** Ink that took unevenly, in place: cloudy in large, speckled in small. */
export function wear(ink: Float32Array, width: number, random: Random): void {
  // Each plate meets the noise elsewhere, so no two wear alike.
  const left = Math.floor(random() * 512)
  const top = Math.floor(random() * 512)
  for (let i = 0; i < ink.length; i++) {
    const amount = ink[i] ?? 0
    if (amount === 0) continue
    const x = (i % width) + left
    const y = Math.floor(i / width) + top
    const bare = noiseAt(specks, x, y) > 0.93 ? 0.55 : 1
    const uneven = 0.94 + 0.05 * noiseAt(clouds, x >> 1, y >> 1) + 0.05 * noiseAt(grain, x, y)
    ink[i] = Math.min(1, amount * uneven * bare)
  }
}
