import { between, seededRandom } from '../../src/pictures/random.ts'
import { line, path, rect, round } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const SHELTER = { left: 150, right: 372, roof: 196 } as const

export const busStop: Ornament = {
  alt: 'A bus stop in the rain. On the bar beside it stands a full pint.',
  draw(sheet) {
    const { left, right, roof } = SHELTER
    sheet.print('pine', line(rain(), 2.2, 0.55))
    sheet.print('copper', rect(left + 8, roof, right - left - 16, 112, 0.28))
    sheet.print('amber', path(`M${left - 22} ${roof}L${left + 4} 176H${right + 6}L${right + 22} ${roof}Z`))
    sheet.print(
      'pine',
      line(`M${left - 22} ${roof}L${left + 4} 176H${right + 6}L${right + 22} ${roof}Z`, 4),
      line(`M${left + 6} ${roof}V${ROOM.bar}M${right - 6} ${roof}V${ROOM.bar}`, 6),
      line(`M${left + 80} ${roof}V308M${left + 150} ${roof}V308M${left + 8} 308H${right - 8}`, 3),
      line(`M${left + 34} 288H${right - 34}`, 9),
      line(`M${left + 54} 288V${ROOM.bar}M${right - 54} 288V${ROOM.bar}`, 5),
      line(`M64 ${ROOM.bar}V168`, 7),
    )
    sheet.bare(rect(64, 168, 52, 46))
    sheet.print('copper', rect(64, 168, 52, 46))
    sheet.print('pine', line('M64 168H116V214H64Z', 4))
    sheet.bare(line('M76 184H104M76 198H94', 5))
  },
}

/** Falls everywhere but in the shelter. */
function rain(): string {
  const random = seededRandom('rain')
  return Array.from({ length: 60 }, () => [between(random, 0, 460), between(random, 168, 306)] as const)
    .filter(([x]) => x < SHELTER.left - 26 || x > SHELTER.right + 26)
    .map(([x, y]) => `M${round(x)} ${round(y)}l-7 22`)
    .join('')
}
