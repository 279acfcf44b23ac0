import { createHash } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, Handler } from 'hono'
import { LRUCache } from 'lru-cache'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
}

/** Files that may contain placeholders for origins, which are known at start. */
const WITH_ADDRESSES = new Set(['.html', '.xml', '.txt', '.ics', '.webmanifest'])

interface StaticFile {
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Never changes, because its name contains a hash. */
  readonly immutable: boolean
  /** Held in memory because it differs from the file on disk. */
  readonly text: Buffer | undefined
  readonly encodings: readonly Encoding[]
}

export interface StaticFiles {
  /** Serves the file at the request's path, if there is one. `/a` is `a/index.html`; `/a/` and `/A` redirect there. */
  readonly serve: Handler
  /** A text with its placeholders replaced; undefined if the build has no such file. */
  text(name: string): string | undefined
  /** The 404 page, or any other page with another status. */
  page(c: Context, name: string, status: 200 | 404): Promise<Response>
  /** Replaces `changing` by another text from now on. */
  change(text: string): void
}

/**
 * Serves a built folder, listed once at start. Browsers keep files under `assets/`, whose names contain a hash, and
 * revalidate all others by ETag.
 *
 * @param replacements by placeholder.
 * @param templates names of pages that are sent instead of others, and have no address.
 * @param changing a placeholder whose text may change at any time.
 */
export async function openStaticFiles(
  directory: string,
  replacements: Readonly<Record<string, string>>,
  templates: readonly string[] = [],
  changing?: string,
): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  const names = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const all = new Set(names)
  for (const path of names) {
    if (/\.(?:br|gz)$/.test(path)) continue
    files.set(`/${relative(directory, path).split(sep).join('/')}`, await describe(path, all, replacements))
  }

  const withChanging = [...files].filter(([, { text }]) => changing !== undefined && text?.includes(changing))

  return {
    serve: async (c, next) => {
      const file = find(files, c.req.path)
      if (!file) {
        const lower = lowerCase(files, c.req.url)
        return lower === undefined ? next() : c.redirect(lower, 301)
      }
      // One page, one address.
      if (isDoubled(c.req.path)) return c.redirect(withoutSlash(new URL(c.req.url)), 301)
      const name = decode(c.req.path)
      if (templates.includes(name)) return next()
      if (name.endsWith(INDEX)) return c.redirect(withoutIndex(name, c.req.url), 301)
      return (await send(c, file, 200)) ?? next()
    },
    text: (name) => files.get(name)?.text?.toString(),
    async page(c, name, status) {
      const file = files.get(name)
      const response = file && (await send(c, file, status))
      if (!response) throw new Error(`the build has no ${name}`)
      return response
    },
    change(to) {
      for (const [name, template] of withChanging) {
        const text = Buffer.from(template.text?.toString().replaceAll(changing ?? '', to) ?? '')
        files.set(name, { ...template, text, etag: etagOf(text) })
      }
    },
  }
}

async function describe(
  path: string,
  all: ReadonlySet<string>,
  replacements: Readonly<Record<string, string>>,
): Promise<StaticFile> {
  const extension = extname(path)
  const immutable = path.includes(`${sep}assets${sep}`)
  const bytes = await readFile(path)
  const type = TYPES[extension] ?? 'application/octet-stream'
  let text: Buffer | undefined
  if (WITH_ADDRESSES.has(extension)) {
    let content = bytes.toString()
    for (const [from, to] of Object.entries(replacements)) content = content.replaceAll(from, to)
    text = Buffer.from(content)
  }
  const encodings = ENCODINGS.filter((encoding) => text || all.has(path + SUFFIX[encoding]))
  return { path, type, etag: etagOf(text ?? bytes), immutable, text, encodings }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** In the order of preference. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const INDEX = '/index.html'

function find(files: ReadonlyMap<string, StaticFile>, path: string): StaticFile | undefined {
  const decoded = decode(path)
  return files.get(decoded) ?? files.get(decoded.replace(/\/$/, '') + INDEX)
}

function isDoubled(path: string): boolean {
  return path !== '/' && path.endsWith('/')
}

/** The URL without the path's trailing slash; relative, so that it works behind any proxy. */
function withoutSlash({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  // Never `//host`, which would lead to another site.
  return `/${pathname.replace(/^\/+|\/+$/g, '')}${search}`
}

/** The URL in lower case, if there is a page. People type capitals, and no page's address has any. */
function lowerCase(files: ReadonlyMap<string, StaticFile>, url: string): string | undefined {
  const { pathname, search } = new URL(url)
  const lower = pathname.toLowerCase()
  if (lower === pathname || !find(files, lower)?.path.endsWith(INDEX)) return undefined
  return withoutSlash({ pathname: lower, search })
}

/** The URL of a folder. @param name of its page, which exists, so it does not begin with `//`. */
function withoutIndex(name: string, url: string): string {
  return (encodeURI(name.slice(0, -INDEX.length)) || '/') + new URL(url).search
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Undefined if a newer build has removed the file. */
async function send(c: Context, file: StaticFile, status: 200 | 404): Promise<Response | undefined> {
  const isKnown = status === 200 && (c.req.header('if-none-match')?.includes(file.etag) ?? false)
  const encoding = accepted(c.req.header('accept-encoding') ?? '', file.encodings)
  const body = isKnown || c.req.method === 'HEAD' ? null : await bodyOf(file, encoding)
  if (body === undefined) return undefined

  c.header('Content-Type', file.type)
  // Webmail shows the newsletter's pictures on its own pages.
  if (file.type.startsWith('image/')) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header(
    'Cache-Control',
    file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  )
  if (file.encodings.length > 0) c.header('Vary', 'Accept-Encoding')
  if (status === 200) c.header('ETag', file.etag)
  if (isKnown) return c.body(null, 304)
  if (encoding) c.header('Content-Encoding', encoding)
  if (body === null) return c.body(null, status)
  if (body instanceof Readable) return c.body(Readable.toWeb(body) as ReadableStream, status)
  return c.body(new Uint8Array(body), status)
}

const MAX_SMALL_FILE = 256 * 1_024

/** Small files that were sent lately, of all folders: opening one takes longer than sending it. */
const small = new LRUCache<string, Buffer>({
  maxSize: 32 * 1_024 * 1_024,
  sizeCalculation: ({ length }) => length + 1,
})

/** Undefined if there is no such file any more. */
async function bodyOf(
  file: StaticFile,
  encoding: Encoding | undefined,
): Promise<Buffer | Readable | undefined> {
  if (file.text) return compressed(file.text, encoding)
  const path = file.path + (encoding ? SUFFIX[encoding] : '')
  const known = small.get(path)
  if (known) return known
  try {
    if ((await stat(path)).size > MAX_SMALL_FILE) return (await open(path)).createReadStream()
    const bytes = await readFile(path)
    small.set(path, bytes)
    return bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function accepted(header: string, offered: readonly Encoding[]): Encoding | undefined {
  return offered.find((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(header),
  )
}

const compressions = new WeakMap<Buffer, Map<string, Buffer>>()

/** Texts with replaced addresses are compressed on the first request. */
function compressed(text: Buffer, encoding: Encoding | undefined): Buffer {
  if (!encoding) return text
  let known = compressions.get(text)
  if (!known) compressions.set(text, (known = new Map()))
  let bytes = known.get(encoding)
  if (!bytes) {
    bytes =
      encoding === 'br'
        ? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
        : gzipSync(text, { level: 9 })
    known.set(encoding, bytes)
  }
  return bytes
}
