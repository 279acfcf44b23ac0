import type { Stack } from './stack.ts'

/** Paths of the pages that the sitemap lists. */
export async function listedPaths({ site }: Stack): Promise<string[]> {
  const xml = await (await fetch(`${site}/sitemap.xml`)).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname)
}

/** An answer as it is sent, redirects not followed. */
export function ask(stack: Stack, path: string): Promise<Response> {
  return fetch(new URL(path, stack.site), { redirect: 'manual' })
}
