import { useMemo } from 'react'
import { qrModules } from './qr-modules.ts'

interface QrPictureProps {
  text: string
  /** What it is, and what for. */
  label: string
}

/** A text for a camera; nothing where it is too long for one. Dark on light at night too: cameras expect that. */
export function QrPicture({ text, label }: QrPictureProps) {
  const modules = useMemo(() => qrModules(text), [text])
  if (modules === null) return null
  const size = modules.length
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      // It is drawn, not fetched.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} />
      <path
        d={modules
          .flatMap((line, row) => line.map((isDark, column) => (isDark ? `M${column} ${row}h1v1h-1z` : '')))
          .join('')}
      />
    </svg>
  )
}
