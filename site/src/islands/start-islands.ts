const modules = import.meta.glob('../**/*.island.tsx')

/** Events that say the reader is about to use an island. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart'] as const

/** Fetches React and an island's code when the reader first touches the island; before that, it is a plain form. */
export function startIslands(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const wake = (): void => {
      for (const sign of SIGNS) root.removeEventListener(sign, wake)
      void hydrate(root)
    }
    for (const sign of SIGNS) root.addEventListener(sign, wake, { passive: true })
  }
}

async function hydrate(root: HTMLElement): Promise<void> {
  const name = root.dataset['island'] ?? ''
  const load = Object.entries(modules).find(([file]) => file.endsWith(`/${name}.island.tsx`))?.[1]
  if (!load) throw new Error(`no island is called ${name}`)
  const [{ hydrateIsland }, module] = await Promise.all([import('./hydrate-island.tsx'), load()])
  hydrateIsland(root, name, module as Record<string, unknown>)
}
