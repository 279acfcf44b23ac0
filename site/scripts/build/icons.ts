import { join } from 'node:path'
import sharp from 'sharp'
import { writeFileAtomically } from './site-files.ts'

/** The half-full glass of the header. `room` is the share of the square that stays free around it. */
function glass({ paper, ink, room }: { paper: string; ink: string; room: number }): string {
  const size = 28 / (1 - room)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${12 - size / 2} ${14 - size / 2} ${size} ${size}">` +
    `<rect x="-50" y="-50" width="150" height="150" fill="${paper}"/>` +
    `<path d="M3 2h18l-2.6 24H5.6Z" fill="none" stroke="${ink}" stroke-width="2.4" stroke-linejoin="round"/>` +
    `<path d="M4.4 14h15.2l-1.2 12H5.6Z" fill="${ink}"/></svg>`
  )
}

/** Favicons and home-screen icons, all of one drawing. */
export async function writeIcons(folder: string): Promise<void> {
  const copper = { ink: '#97430f' }
  await writeFileAtomically(join(folder, 'icon.svg'), glass({ ...copper, paper: 'none', room: 0.06 }))
  const solid = glass({ ink: '#f8f2e6', paper: '#97430f', room: 0.4 })
  for (const [file, size] of [
    ['apple-touch-icon.png', 180],
    ['icon-192.png', 192],
    ['icon-512.png', 512],
  ] as const) {
    await writeFileAtomically(join(folder, file), await png(solid, size))
  }
  const small = await png(glass({ ...copper, paper: 'none', room: 0.02 }), 32)
  await writeFileAtomically(join(folder, 'favicon.ico'), ico(small, 32))
}

async function png(svg: string, size: number): Promise<Buffer> {
  return await sharp(Buffer.from(svg), { density: 72 * (size / 28) })
    .resize(size, size)
    .png()
    .toBuffer()
}

/** An ICO file around one PNG: six bytes of head, sixteen that describe the picture, the picture. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}
