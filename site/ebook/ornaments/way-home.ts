import { streetLamp } from '../../src/pictures/motifs/street-lamp.ts'
import { line, path, polygon, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

export const wayHome: Ornament = {
  alt: 'A street lamp, and a house with a light left on.',
  draw(sheet) {
    const lamp = streetLamp(84, ROOM.bar, { height: 286, tone: 0.4 })
    sheet.print('amber', lamp.cone)
    sheet.print('pine', ...lamp.iron)
    sheet.bare(lamp.light)
    sheet.print('amber', lamp.light)
    const wall = rect(278, 196, 164, ROOM.bar - 198)
    sheet.bare(wall)
    sheet.print('copper', rect(278, 196, 164, ROOM.bar - 198, 0.55))
    sheet.print(
      'pine',
      polygon([
        [258, 200],
        [360, 112],
        [462, 200],
      ]),
      rect(398, 120, 26, 60),
    )
    sheet.bare(rect(296, 246, 52, ROOM.bar - 248), rect(374, 236, 48, 46))
    sheet.print('amber', rect(374, 236, 48, 46))
    sheet.print(
      'pine',
      rect(296, 246, 52, ROOM.bar - 248),
      line('M374 236H422V282H374ZM398 236V282M374 259H422', 4),
    )
    sheet.bare(path('M306 256H338V274H306Z'), rect(336, 296, 6, 6, 0, 3))
    sheet.print('amber', path('M306 256H338V274H306Z'))
    sheet.print('pine', line(`M278 200V${ROOM.bar - 2}M442 200V${ROOM.bar - 2}`, 4.5))
  },
}
