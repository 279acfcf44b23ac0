import { createContext, useContext } from 'react'

/** Addresses of the built files that every page loads. */
export interface Assets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The render-blocking script of pages with a test. A module only when served from source. */
  readonly beforePaint: { readonly src: string; readonly type?: 'module' }
}

export const AssetsContext = createContext<Assets>({
  scripts: [],
  styles: [],
  beforePaint: { src: '' },
})

/** The built files of the page that is being rendered. */
export function useAssets(): Assets {
  return useContext(AssetsContext)
}
