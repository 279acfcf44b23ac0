import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates the HTML in `root` with the props that the build stored beside it. */
export function hydrateIsland(root: HTMLElement, name: string, module: Record<string, unknown>): void {
  const Component = module[name] as ComponentType<object>
  const props = JSON.parse(root.dataset['props'] ?? '{}') as object
  hydrateRoot(root, <Component {...props} />)
  root.dataset['hydrated'] = ''
}
