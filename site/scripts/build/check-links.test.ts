import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkLinks } from './check-links.ts'

/** Checks a site of these pages. */
async function check(pages: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'links-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, text] of Object.entries({ 'go.json': '{"shop":"https://shop.example"}', ...pages })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  await checkLinks(folder)
}

const stories = { 'stories/index.html': '<h2 id="latest">Latest</h2>' }
const home = (link: string) => ({ ...stories, 'index.html': `<p id="top"><a href="${link}">Read</a></p>` })

it.each([
  '/',
  '/stories',
  '/stories#latest',
  '#top',
  '/go/shop',
  '/api/health',
  'https://example.org/x',
  'mailto:a@b.test',
])('follows %s', async (link) => {
  await expect(check(home(link))).resolves.toBeUndefined()
})

it.each([
  ['a path that is not there', '/storeis'],
  ['a place that is not on the page', '#bottom'],
  ['a place that is not on another page', '/stories#oldest'],
  ['a relative path', '3pm-slump'],
  ['a relative path that goes up', '../stories'],
  ['an outside address without its scheme', 'www.example.com/x'],
  ['one with a port', 'www.example.com:8080/x'],
  ['a partner that is unknown', '/go/pub'],
])('names %s, with its page', async (_, link) => {
  await expect(check(home(link))).rejects.toThrow(`dead links:\n  index.html: ${link}`)
})
