import type { ComponentType } from 'react'

interface IslandProps<Props> {
  /** Name of the file `<name>.island.tsx` and of its export. */
  readonly name: string
  readonly component: ComponentType<Props>
  /** Plain data: it travels to the browser as JSON. */
  readonly props: Props
}

/** A component that React hydrates in the browser once the reader touches it. */
export function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </div>
  )
}
