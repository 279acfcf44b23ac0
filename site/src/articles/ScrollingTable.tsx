import type { ComponentPropsWithoutRef } from 'react'

/** Wide tables scroll inside themselves, by keyboard too. */
export function ScrollingTable({ 'aria-label': name, ...props }: ComponentPropsWithoutRef<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to take focus
    <section className="table-scroll" aria-label={name} tabIndex={0}>
      <table {...props} />
    </section>
  )
}
