import type { ReactNode } from 'react'

interface ScrollFrameProps {
  className: string
  /** Names it for those who come to it by keyboard. */
  label: string
  children: ReactNode
}

/** Around what is wider than a phone: it is scrolled sideways, by keyboard too. */
export function ScrollFrame({ className, label, children }: ScrollFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
