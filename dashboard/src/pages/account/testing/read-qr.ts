import { decodeQR } from 'qr/decode.js'

/** Pixels of a module. */
const SCALE = 4

/** What a QR code says: its modules with their frame, row by row, true for dark. @throws if no reader can tell. */
export function readQr(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isDark = modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)]
      if (isDark) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}
