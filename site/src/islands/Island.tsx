import type { ReactElement } from 'react'

interface IslandProps {
  /** Name of the file `<name>.island.tsx` and of its export. */
  readonly name: string
  /** That component. Its props are plain data: they travel to the browser as JSON. */
  readonly children: ReactElement
}

/** A component that React hydrates in the browser once the reader touches it. */
export function Island({ name, children }: IslandProps) {
  return (
    <div data-island={name} data-props={JSON.stringify(children.props)}>
      {children}
    </div>
  )
}
