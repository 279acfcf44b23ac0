import { useMemo } from 'react'
import { qrCode } from '../qr/qr-code.ts'

interface QrPictureProps {
  text: string
  /** What it is, and what for. */
  label: string
}

/** Light modules that belong around a code. */
const FRAME = 4

/** A text for a camera; nothing where it is too long for one. Dark on light at night too: cameras expect that. */
export function QrPicture({ text, label }: QrPictureProps) {
  const modules = useMemo(() => qrCode(text), [text])
  if (modules === null) return null
  const size = modules.length + 2 * FRAME
  return (
    <svg
      className="qr"
      viewBox={`${-FRAME} ${-FRAME} ${size} ${size}`}
      // It is drawn, not fetched.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-FRAME} y={-FRAME} width={size} height={size} />
      <path
        d={modules
          .flatMap((line, row) => line.map((isDark, column) => (isDark ? `M${column} ${row}h1v1h-1z` : '')))
          .join('')}
      />
    </svg>
  )
}
