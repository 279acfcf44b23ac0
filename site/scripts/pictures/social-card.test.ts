import sharp from 'sharp'
import { expect, it } from 'vitest'
import { socialCard } from './social-card.ts'

it.each([
  // Set as wide as there is room, it ends with “Packaging” alone.
  ['What a Brewery Says on Packaging', 0.7],
  // Its other lines need all the room.
  ['Ad: The Top 5 “Mood-Enhancing” Drinks, Tested for Everything but the Mood', 0.5],
])('leaves no word alone on the last line of %s', async (title, share) => {
  const blank = sharp({ create: { width: 630, height: 630, channels: 3, background: '#ffffff' } })
  const card = await socialCard(blank, { title, byline: 'Ruth Achterberg' })
  const { data, info } = await card().greyscale().raw().toBuffer({ resolveWithObject: true })
  /** Where the ink between two heights ends. */
  const inkEnd = (top: number, bottom: number): number => {
    let end = 0
    for (let y = top; y < bottom; y++)
      for (let x = 0; x < info.width - info.height; x++)
        if ((data[y * info.width + x] ?? 255) < 128) end = Math.max(end, x)
    return end
  }
  const inked = Array.from({ length: 400 }, (_, index) => 115 + index).filter((y) => inkEnd(y, y + 1) > 0)
  const [top = 0, bottom = 0] = [inked[0], inked.at(-1)]
  const lastLine = inkEnd(bottom - Math.round((bottom - top) / 9), bottom)
  expect(lastLine).toBeGreaterThan(share * inkEnd(top, bottom))
})
