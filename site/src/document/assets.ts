import { createContext } from 'react'

/** Addresses of the built files that every page loads. */
export interface Assets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The render-blocking script of pages with a test. A module only when served from source. */
  readonly beforePaint: { readonly src: string; readonly type?: 'module' }
}

/** The built files of the page that is being rendered. */
export const AssetsContext = createContext<Assets>({ scripts: [], styles: [], beforePaint: { src: '' } })
