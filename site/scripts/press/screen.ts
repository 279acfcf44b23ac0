/** Distance between dots, in a scene's units. */
const DOT_PITCH = 7.5

/** The rest of a middle tone is even ink under the dots: calmer to look at, and far smaller to send. */
const DOT_STRENGTH = 0.6

/** Turns middle tones into dots whose area is the tone, in place; what is nearly bare or nearly solid stays so. */
export function screen(tones: Float32Array, width: number, scale: number, degrees: number): void {
  const angle = (degrees * Math.PI) / 180
  const cos = (Math.cos(angle) * 2 * Math.PI) / (DOT_PITCH * scale)
  const sin = (Math.sin(angle) * 2 * Math.PI) / (DOT_PITCH * scale)
  // A dot's edge is about one pixel wide, whatever the size of the print.
  const sharpness = (DOT_PITCH * scale) / 2.6
  for (let i = 0; i < tones.length; i++) {
    const tone = tones[i] ?? 0
    if (tone < 0.03 || tone > 0.97) continue
    const x = i % width
    const y = Math.floor(i / width)
    const wave = (Math.cos(x * cos + y * sin) + Math.cos(y * cos - x * sin)) / 2
    const dot = Math.min(1, Math.max(0, 0.5 + (wave - threshold(tone)) * sharpness))
    tones[i] = DOT_STRENGTH * dot + (1 - DOT_STRENGTH) * tone
  }
}

/** The height above which the wave covers the share `tone` of the plane, near enough for the eye. */
function threshold(tone: number): number {
  return Math.sign(0.5 - tone) * Math.abs(1 - 2 * tone) ** 0.8
}
