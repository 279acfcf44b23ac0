/** A glass, half full. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 28" aria-hidden="true" focusable="false">
      <path
        d="M3 2h18l-2.6 24H5.6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <path d="M4.4 14h15.2l-1.2 12H5.6Z" fill="currentColor" />
    </svg>
  )
}
