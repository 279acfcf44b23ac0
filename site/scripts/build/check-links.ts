import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Served by the collector, not from a file. */
const SERVER_PATHS = /^\/(?:api\/|newsletter\/archive\.xml$)/

/**
 * Follows every link, picture, script and style of every page in a built site, to its place in another page too. Throws
 * one error that names each dead link and its page. An address without a scheme or a leading slash is dead: the same
 * words would lead elsewhere from another page, and are often an outside address pasted without `https://`.
 */
export async function checkLinks(folder: string): Promise<void> {
  const targets = JSON.parse(await readFile(join(folder, 'go.json'), 'utf8')) as Record<string, string>
  const exists = (path: string): boolean =>
    existsSync(join(folder, path, 'index.html')) ||
    (/\.\w+$/.test(path) && existsSync(join(folder, path))) ||
    SERVER_PATHS.test(path) ||
    (path.startsWith('/go/') && path.slice('/go/'.length) in targets)

  const dead: string[] = []
  for (const file of await htmlFiles(folder)) {
    const html = await readFile(file, 'utf8')
    for (const link of links(html)) {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(folder, path, 'index.html')
      const isThere = path === '' || (path.startsWith('/') && exists(path))
      if (!isThere || (anchor && existsSync(target) && !(await hasId(target, anchor))))
        dead.push(`${relative(folder, file)}: ${link}`)
    }
  }
  if (dead.length > 0) throw new Error(`dead links:\n  ${[...new Set(dead)].join('\n  ')}`)
}

export async function htmlFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  return entries.filter((name) => name.endsWith('.html')).map((name) => join(folder, name))
}

async function hasId(file: string, id: string): Promise<boolean> {
  return (await readFile(file, 'utf8')).includes(` id="${id}"`)
}

/** Addresses without a scheme: paths and anchors. What stands before a port has dots, which no scheme of ours has. */
function links(html: string): string[] {
  const single = [
    ...html.matchAll(/ (?:href|src|action|data-placeholder)="(?![a-z][a-z+-]*:)([^"]+)"/gi),
  ].map(([, link]) => link)
  const sets = [...html.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, set]) =>
    (set ?? '').split(', ').map((entry) => entry.split(' ')[0]),
  )
  return [...single, ...sets].filter((link) => link !== undefined)
}
