interface BarProps {
  className: string
  /** 0 to 1. */
  part: number
}

/** A length that repeats a number printed beside it, so screen readers skip it. */
export function Bar({ className, part }: BarProps) {
  return (
    <svg className={className} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.min(Math.max(part, 0), 1)} height="1" />
    </svg>
  )
}
