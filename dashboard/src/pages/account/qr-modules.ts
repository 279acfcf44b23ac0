import { encodeQR } from 'qr'

/** Up to 15 percent of the code may be unreadable. */
const CORRECTION = 'medium'
/** Light modules around the code. */
const FRAME = 4

/** A QR code with its frame: modules row by row, true for dark. Null for a text that is too long. */
export function qrModules(text: string): boolean[][] | null {
  try {
    return encodeQR(text, 'raw', { ecc: CORRECTION, border: FRAME })
  } catch {
    return null
  }
}
