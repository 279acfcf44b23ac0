import { encodeQR } from 'qr'

/** So much of a code may be dirty or hidden: 15 percent. */
const CORRECTION = 'medium'
/** Light modules that belong around a code. */
const FRAME = 4

/** A QR code with its frame: modules row by row, true for dark. Null for a text that is too long for one. */
export function qrModules(text: string): boolean[][] | null {
  try {
    return encodeQR(text, 'raw', { ecc: CORRECTION, border: FRAME })
  } catch {
    return null
  }
}
