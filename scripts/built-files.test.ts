import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findCircular, withImports } from './built-files.ts'

/** A folder with built scripts. */
function folderOf(scripts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'built-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, code] of Object.entries(scripts)) writeFileSync(join(folder, name), code)
  return folder
}

it('a script needs what it imports and what it exports from others, but not what it imports later', async () => {
  const folder = folderOf({
    'page.js':
      'import{a as b,c}from"./a.js";import"./b.js";let d=()=>import("./later.js");export{d as default};',
    'a.js': 'import*as e from"./c.js";var a=e;export{a};',
    'b.js': 'var f=1;export{g as h}from"./d.js";export{f};',
    'c.js': 'export*from"./e.js";',
    'd.js': '',
    'e.js': '',
    'later.js': '',
  })
  const needed = await withImports(folder, ['page.js'])
  expect(needed.toSorted()).toEqual(['a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'page.js'])
})

it('a script that imports itself by way of others is found, also where one of them exports it', async () => {
  const scripts = { 'a.js': 'import"./b.js";', 'b.js': 'export{c}from"./c.js";', 'd.js': 'import"./a.js";' }
  const find = (c: string) => {
    const all = { ...scripts, 'c.js': c }
    return findCircular(folderOf(all), Object.keys(all).toReversed())
  }
  expect(await find('')).toBeUndefined()
  expect(await find('import{b}from"./b.js";')).toMatch(/^[bc]\.js$/)
})
