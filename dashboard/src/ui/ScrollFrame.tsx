import type { ReactNode } from 'react'

interface ScrollFrameProps {
  /** Names it for those who come to it by keyboard. */
  label: string
  children: ReactNode
}

/** Around what is wider than a phone: it is scrolled sideways, by keyboard too. */
export function ScrollFrame({ label, children }: ScrollFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-frame" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
