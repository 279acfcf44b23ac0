import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { SiteRenderer } from '../build/bundle.ts'
import { writeIcons } from '../build/icons.ts'
import { siteRoot } from '../build/site-root.ts'
import { printPictures } from '../press/print-pictures.ts'

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

export interface DevFile {
  readonly type: string
  readonly content: string | Buffer
}

/** Files that the build makes beside the pages, made when they are asked for; undefined for anything else. */
export async function devFile(renderer: SiteRenderer, path: string): Promise<DevFile | undefined> {
  const type = TYPES[extname(path)]
  if (type === undefined) return undefined
  const text = renderer.machineFiles().get(path.slice(1))
  if (text !== undefined) return { type, content: text }
  const folder = join(siteRoot, '.cache/dev')
  const content = path.startsWith('/assets/pictures/')
    ? await picture(renderer, path, folder)
    : await icon(path, folder)
  return content && { type, content }
}

/** A page names its pictures while it is rendered, so a picture that is asked for is known. */
async function picture(renderer: SiteRenderer, path: string, folder: string): Promise<Buffer | undefined> {
  const wanted = renderer.requestedPictures().filter(({ name }) => basename(path).startsWith(`${name}-`))
  if (wanted.length === 0) return undefined
  await printPictures(wanted, folder)
  return await read(join(folder, basename(path)))
}

async function icon(path: string, folder: string): Promise<Buffer | undefined> {
  await writeIcons(folder)
  return await read(join(folder, basename(path)))
}

async function read(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch(() => undefined)
}
