import { call } from '../api/client.ts'
import { readConfig } from '@half-measure/shared/routes/site.ts'
import { useRouteLoaderData } from 'react-router-dom'

/** Data for every page. */
export interface RootData {
  /** Origin of the public site, such as `https://example.org`; null if unknown. */
  site: string | null
}

export async function rootLoader(): Promise<RootData> {
  return { site: await readSiteOrigin() }
}

export function useSiteOrigin(): string | null {
  return useRouteLoaderData<RootData>('root')?.site ?? null
}

export async function readSiteOrigin(): Promise<string | null> {
  try {
    const { site_origin } = await call(readConfig, {})
    return new URL(site_origin).origin
  } catch (error) {
    console.warn('Failed to read the site configuration', error)
    return null
  }
}
