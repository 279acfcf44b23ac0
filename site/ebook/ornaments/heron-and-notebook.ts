import { circle, line, path, place, polygon, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM, type Sheet } from './ornament.ts'

export const heronAndNotebook: Ornament = {
  alt: 'A small notebook with one line written in it, and a heron looking on.',
  draw(sheet) {
    notebook(sheet)
    heron(sheet)
  },
}

function notebook(sheet: Sheet): void {
  const book = (shapes: string) => place(shapes, 44, 142, { turn: -4 })
  sheet.print('pine', book(rect(10, 4, 168, 187, 0.5, 6)))
  sheet.bare(book(rect(0, 0, 168, 190, 0, 6)))
  sheet.print('amber', book(rect(0, 0, 168, 190, 0.3, 6)), book(rect(0, 0, 26, 190, 1, 6)))
  sheet.print('pine', book(line('M6 0H162Q168 0 168 6V184Q168 190 162 190H6Q0 190 0 184V6Q0 0 6 0Z', 4.5)))
  sheet.print(
    'pine',
    book(line('M26 0V190', 3)),
    book(line('M48 62q8 -14 14 0t14 0t14 0t14 0t14 0t14 0', 4.5)),
  )
  sheet.print('copper', book(line('M48 94H150M48 124H150M48 154H150', 2, 0.6)))
}

function heron(sheet: Sheet): void {
  const body = 'M322 196Q348 146 404 172Q440 190 452 244Q410 236 380 240Q330 244 322 196Z'
  const neck = 'M336 196Q286 176 306 130Q330 92 306 62'
  sheet.print('pine', line(`M362 238V${ROOM.bar - 4}M388 238L384 288L396 ${ROOM.bar - 4}`, 5))
  sheet.print('pine', line(`M350 ${ROOM.bar - 4}H374M384 ${ROOM.bar - 4}H410`, 5))
  sheet.print('pine', line(neck, 24))
  sheet.bare(line(neck, 15))
  sheet.bare(path(body))
  sheet.print('pine', path(body, 0.45), line(body, 4.5), line('M352 206Q392 196 436 236', 4))
  const head = 'M322 60Q320 42 300 42Q280 44 272 58L284 72Q312 76 322 60Z'
  sheet.bare(path(head))
  sheet.print('pine', line(head, 4.5), circle(298, 56, 4), line('M316 48Q344 46 360 64', 5))
  sheet.print(
    'copper',
    polygon([
      [276, 52],
      [212, 66],
      [280, 70],
    ]),
  )
  sheet.print('pine', line('M276 52L212 66L280 70', 3.5))
}
