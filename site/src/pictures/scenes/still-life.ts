import { glass, type GlassKind } from '../motifs/glass.ts'
import type { Ink } from '../inks.ts'
import type { Scene } from '../composition.ts'
import { between, type Random, seededRandom } from '../random.ts'
import { circle, fade, line, path, rect, times } from '../shapes.ts'

const PALETTES: readonly (readonly [Ink, Ink, Ink])[] = [
  ['straw', 'copper', 'night'],
  ['amber', 'hop', 'stout'],
  ['rose', 'ochre', 'plum'],
  ['mist', 'rust', 'pine'],
]
const KINDS: readonly GlassKind[] = ['pint', 'tulip', 'goblet', 'half', 'tumbler']
const TABLE = 600

/** A table with glasses under a round lamp, for articles without a scene of their own. */
export function stillLife(slug: string): Scene {
  const random = seededRandom(slug)
  const [light, middle, dark] = pick(random, PALETTES)
  const count = 2 + Math.floor(random() * 2)
  const glasses = times(count, (i) => {
    const x = 600 + (i - (count - 1) / 2) * 240 + between(random, -20, 20)
    return {
      level: between(random, 0.45, 0.85),
      shape: glass(pick(random, KINDS), x, TABLE + 90, between(random, 280, 400)),
    }
  })
  const lamp = { x: between(random, 250, 950), radius: between(random, 110, 190) }
  return [
    {
      ink: light,
      shapes: [
        rect(0, 0, 1200, TABLE, 0.5),
        circle(lamp.x, 210, lamp.radius, 0),
        rect(0, TABLE, 1200, 200),
        ...glasses.map(({ shape }) => path(shape.outline, 0)),
        ...glasses.map(({ shape, level }) => path(shape.fill(0, level))),
      ],
    },
    {
      ink: middle,
      shapes: [
        fade(0, TABLE, 1200, 200, { id: 'table', from: 0.9, to: 0.4 }),
        ...glasses.map(({ shape }) => path(shape.outline, 0)),
        ...glasses.map(({ shape, level }, i) => path(shape.fill(0, level), i % 2 === 0 ? 1 : 0.4)),
      ],
    },
    {
      ink: dark,
      shapes: [
        fade(0, 0, 1200, TABLE, { id: 'room', from: 0.85, to: 0.2 }),
        circle(lamp.x, 210, lamp.radius, 0),
        line(`M${lamp.x} 0V${210 - lamp.radius}`, 6),
        ...glasses.map(({ shape }) => path(shape.outline, 0)),
        ...glasses.map(({ shape }) => line(shape.outline, 6)),
      ],
    },
  ]
}

function pick<Item>(random: Random, items: readonly [Item, ...Item[]] | readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
