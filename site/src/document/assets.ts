import { createContext, useContext } from 'react'

/** Addresses of the built files that every page loads. */
export interface Assets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Fonts that the first paint needs. */
  readonly fonts: readonly string[]
}

export const AssetsContext = createContext<Assets>({ scripts: [], styles: [], fonts: [] })

export function useAssets(): Assets {
  return useContext(AssetsContext)
}
