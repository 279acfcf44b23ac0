import { z } from 'zod'
import { request } from './request.ts'

const SiteConfig = z.object({ site_origin: z.url(), dashboard_origin: z.url() })

/** Where the public site is, e.g. `https://example.org`; null when the server does not say. */
export async function readSiteOrigin(): Promise<string | null> {
  try {
    const config = await request('/api/config', SiteConfig)
    return new URL(config.site_origin).origin
  } catch (error) {
    console.warn('Failed to read the site configuration', error)
    return null
  }
}
