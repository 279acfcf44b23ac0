import { readSiteOrigin } from '../api/site-config.ts'

/** What every page knows. */
export interface RootData {
  /** Origin of the public site; null when the server did not say. */
  site: string | null
}

export async function rootLoader(): Promise<RootData> {
  return { site: await readSiteOrigin() }
}
