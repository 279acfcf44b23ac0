import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Every path, link and `npm run` command in a document has to exist, because a document that names removed things
 * costs its reader more than no document. What a command prints is kept as `x.part` until it succeeds, so that a failure
 * neither leaves half of it nor replaces an earlier one. Prints each violation, as `file: what`.
 */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  // Git lists a deleted file until the deletion is staged.
  .filter((file) => existsSync(file))
const folders = new Set(files.flatMap(parents))
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const CODE_FILE = /^[\w.@/*[\]-]+\.(?:tsx?|mjs|cjs|sql|css|mdx?)$/
/** Names that stand for any: `XPage.tsx`, `x.test.ts`, `NNNN_name.sql`. */
const PLACEHOLDER = /(?:^|\/)(?:x|X|XPage|NNNN_name)\./
const MAIL_SERVERS_SAY = new Set(['No such mailbox', 'Too many'])
/** GitHub resolves links beyond the root to pages of the repository, such as the one that creates a codespace. */
const GITHUB_PAGE = '../../codespaces/new'
/** Paths that a build or a running stack makes, so that no clone has them. */
const MADE = /(?:^|\/)(?:data|demo-data|dist|dist-private|node_modules|\.cache|\.env)(?:\/|$)/

const problems = files.filter((file) => file.endsWith('.md')).flatMap(problemsOf)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function problemsOf(document: string): string[] {
  const text = readFileSync(document, 'utf8')
  const links = matches(text, /\]\((?!https?:|mailto:)([^)\s]+)\)/g).filter(
    (link) => !linkExists(document, link),
  )
  const commands = matches(text, /(?:`|^|^ +)npm run (?:-s )?([\w:-]+)/gm).filter(
    (name) => !(name in manifest.scripts),
  )
  const inline = matches(text.replace(/```[\s\S]*?```/g, ''), /`([^`\n]+)`/g)
  const paths = inline.filter((code) => looksLikePath(code) && !pathExists(document, code))
  const partial = matches(text, /(?:operate\.ts|npm run) [^`\n]* > ([^`\s]+)/g).filter(
    (target) => !/\.part"?$/.test(target),
  )
  const lines = document.endsWith('/runbooks.md') ? unknownLogLines(text) : []
  return [
    ...links,
    ...commands.map((name) => `npm run ${name}`),
    ...paths,
    ...partial.map((target) => `> ${target}`),
    ...lines,
  ].map((what) => `${document}: ${what}`)
}

/** Words that a runbook quotes in italics, not as code, have to be in a log line or message of ours. */
function unknownLogLines(text: string): string[] {
  const source = files
    .filter((file) => /^(?:collector\/src|infra)\/.*(?:\.ts|Caddyfile)$/.test(file))
    .map((file) => readFileSync(file, 'utf8').toLowerCase())
    .join('\n')
  return matches(text.replaceAll(/`[^`]*`/g, ''), /(?<!\w)_([^_\n…]+ [^_\n…]+)_(?!\w)/g).filter(
    (line) => !source.includes(line.toLowerCase()) && !MAIL_SERVERS_SAY.has(line),
  )
}

/** `site/src/`, `collector/src/main.ts`, `main.ts`; not `/api/events`, `text/html` or a made path. */
function looksLikePath(code: string): boolean {
  if (code.startsWith('/') || MADE.test(code) || PLACEHOLDER.test(code)) return false
  const [top = '', ...rest] = code.split('/')
  return CODE_FILE.test(code) || (rest.length > 0 && folders.has(top) && /^[\w.@/*[\]-]+$/.test(code))
}

/** Relative to the root, to the document, or the end of the path of any file; `*` stands for any name. */
function pathExists(document: string, code: string): boolean {
  const path = code.replace(/^@half-measure\/shared\//, 'shared/src/').replace(/\/$/, '')
  const here = normalize(join(dirname(document), path))
  if (path.includes('*')) {
    const pattern = new RegExp(`(?:^|/)${path.replace(/[.[\]]/g, '\\$&').replace(/\*+/g, '.*')}$`)
    return files.some((file) => pattern.test(file))
  }
  return [path, here].some(exists) || files.some((file) => file.endsWith(`/${path}`))
}

function linkExists(document: string, link: string): boolean {
  if (link === GITHUB_PAGE) return true
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : normalize(join(dirname(document), path)).replace(/\/$/, '')
  if (!exists(target)) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)
}

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(document: string): string[] {
  return matches(readFileSync(document, 'utf8'), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

function exists(path: string): boolean {
  return files.includes(path) || folders.has(path)
}

function parents(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...parents(folder)]
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}
