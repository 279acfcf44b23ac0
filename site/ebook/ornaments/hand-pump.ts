import { line, path, rect } from '../../src/pictures/shapes.ts'
import { ROOM, type Sheet } from './ornament.ts'

/** A hand pump on the bar, `height` to the top of its handle. */
export function drawHandPump(sheet: Sheet, x: number, height: number): void {
  const top = ROOM.bar - height
  const handle = `M${x - 13} ${top + 12}Q${x - 13} ${top} ${x} ${top}T${x + 13} ${top + 12}L${x + 20} ${top + height * 0.56}H${x - 20}Z`
  const neck = `M${x - 9} ${top + height * 0.56}H${x + 9}V${ROOM.bar - 92}H${x - 9}Z`
  sheet.bare(path(handle), path(neck))
  sheet.print('copper', path(handle))
  sheet.print('pine', path(neck), line(handle, 4.5))
  sheet.bare(line(`M${x - 5} ${top + 22}L${x - 8} ${top + height * 0.48}`, 5))
  sheet.bare(rect(x - 26, ROOM.bar - 92, 52, 92, 0, 6))
  sheet.print('pine', rect(x - 26, ROOM.bar - 92, 52, 90, 1, 6))
  sheet.bare(line(`M${x - 14} ${ROOM.bar - 74}H${x + 14}`, 4))
  sheet.print('pine', line(`M${x + 26} ${ROOM.bar - 70}h24q16 0 16 16v18`, 11))
}
