import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ebookTitle, principles } from '../content/ebook-principles.ts'
import { buildEbook } from './build-ebook.ts'
import { COLUMN, SHEET } from './design.ts'

/** The file as a reader's program opens it: parsed by another library than the one that wrote it. */
async function open(bytes: Buffer) {
  return await getDocumentProxy(new Uint8Array(bytes))
}

/** Words that were broken at their hyphen are whole again. */
const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\w-) (?=\w)/g, '')
    .trim()

describe('buildEbook', () => {
  let folder: string
  let bytes: Buffer
  let pdf: Awaited<ReturnType<typeof open>>
  let texts: string[]

  async function build(name: string): Promise<Buffer> {
    const path = join(folder, name)
    await buildEbook(path)
    return await readFile(path)
  }

  beforeAll(async () => {
    vi.stubEnv('EDITION_DATE', '2026-11-20')
    folder = await mkdtemp(join(tmpdir(), 'ebook-'))
    bytes = await build('ebook.pdf')
    pdf = await open(bytes)
    texts = (await extractText(pdf, { mergePages: false })).text.map(plain)
  })

  afterAll(async () => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })

  it('has 25 pages of A5', async () => {
    expect(pdf.numPages).toBe(25)
    for (let number = 1; number <= 25; number++) {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
      // Millimetres.
      expect([Math.round((width / 72) * 25.4), Math.round((height / 72) * 25.4)]).toEqual([148, 210])
    }
  })

  it.each(principles)('prints principle $number, whole, on its own page', ({ number, title, body }) => {
    const page = texts[number - 1]
    expect(page).toContain(`${number} ${title} ${body}`)
    expect(texts.filter((text) => text.includes(body))).toHaveLength(1)
  })

  it('opens with the title and closes with the colophon', () => {
    expect(texts[0]).toMatch(new RegExp(`^Half Measure ${ebookTitle} 1 `))
    expect(texts[24]).toContain('18 and over')
    expect(texts[24]).toContain('Drink responsibly.')
    expect(texts[24]).toContain('Usually $15; free to subscribers')
    expect(texts[24]).toContain('Edition of 20 November 2026.')
  })

  it('names itself, its author, its language and its date', async () => {
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({
      Title: ebookTitle,
      Author: 'Half Measure',
      Language: 'en-GB',
      CreationDate: 'D:20261120120000Z',
    })
  })

  it('has a bookmark for each principle that leads to its page', async () => {
    const outline = await pdf.getOutline()
    expect(outline.map(({ title }) => title)).toEqual(
      principles.map(({ number, title }) => `${number}. ${title}`),
    )
    const targets = await Promise.all(
      outline.map(({ dest }) => pdf.getPageIndex(Array.isArray(dest) ? dest[0] : undefined)),
    )
    expect(targets).toEqual(principles.map((_, i) => i))
  })

  it('tells a screen reader what is what, in order', async () => {
    const roles = await Promise.all(principles.map(({ number }) => structure(number)))
    expect(roles[0]).toEqual(['P', 'H1', 'Figure', 'H2', 'P'])
    for (const middle of roles.slice(1, -1)) expect(middle).toEqual(['Figure', 'H2', 'P'])
    expect(roles[24]).toEqual(['Figure', 'H2', 'P', 'P', 'P'])
  })

  it('describes every ornament in words of its own', async () => {
    const words = await Promise.all(principles.map(({ number }) => alternative(number)))
    expect(new Set(words).size).toBe(25)
    for (const text of words) expect(text).toMatch(/^[A-Z].{10,}\.$/)
  })

  it('leaves no text on a page outside its structure, but what is marked as decoration', async () => {
    for (const { number } of principles) {
      const { items } = await (await pdf.getPage(number)).getTextContent({ includeMarkedContent: true })
      let depth = 0
      const loose: string[] = []
      for (const item of items) {
        if ('str' in item) loose.push(...(depth === 0 && item.str ? [item.str] : []))
        else depth += item.type === 'endMarkedContent' ? -1 : 1
      }
      expect(loose).toEqual([])
      expect(depth).toBe(0)
    }
  })

  it('keeps words apart for programs that do not look where lines end', async () => {
    const { OPS } = await getResolvedPDFJS()
    for (const { number, body } of principles) {
      const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList()
      const shown: { unicode?: string }[] = fnArray.flatMap((operator, i) =>
        operator === OPS.showText ? argsArray[i][0] : [],
      )
      expect(plain(shown.map(({ unicode }) => unicode ?? '').join(''))).toContain(body)
    }
  })

  it('keeps every line within the column, clear of the one above it, and above the foot', async () => {
    for (const { number } of principles) {
      const lines = await linesOn(number)
      for (const { text, x, width, y } of lines.filter(({ y }) => y < SHEET.foot - 1)) {
        expect(x + width, text).toBeLessThanOrEqual(SHEET.left + COLUMN + 0.5)
        expect(x, text).toBeGreaterThanOrEqual(/^[\d‘“]/.test(text) ? 20 : SHEET.left - 0.5)
        expect(y, text).toBeLessThanOrEqual(SHEET.bottom + 0.5)
      }
      const baselines = [...new Set(lines.map(({ y }) => Math.round(y)))].sort((a, b) => a - b)
      const gaps = baselines.slice(1).map((y, i) => y - (baselines[i] ?? 0))
      expect(Math.min(...gaps), `page ${number}`).toBeGreaterThanOrEqual(12)
    }
  })

  it('ends no paragraph on a single word, and leaves air above the colophon', async () => {
    for (const { number, body } of principles) {
      const lines = await linesOn(number)
      const last = lines.findLast(({ text }) => text.length > 1 && body.endsWith(text))
      expect(last?.text).toContain(' ')
      const next = lines.find(({ y }) => y > (last?.y ?? 0) + 1)
      expect((next?.y ?? 0) - (last?.y ?? 0)).toBeGreaterThanOrEqual(20)
    }
  })

  it('weighs at most 1.5 MB', () => {
    expect(bytes.length).toBeLessThan(1.5e6)
  })

  it('gives the same bytes for the same edition, whatever the day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T07:08:09Z') })
    expect((await build('again.pdf')).equals(bytes)).toBe(true)
  })

  /** Lines of text from the top down; `x` and `y` of their baselines in points from the top left. */
  async function linesOn(number: number) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const pieces = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [
            {
              text: plain(item.str),
              x: item.transform[4],
              y: SHEET.height - item.transform[5],
              width: item.width,
            },
          ]
        : [],
    )
    return pieces.sort((a, b) => a.y - b.y)
  }

  /** The page's structure, as far as the file has told. */
  async function sections(number: number) {
    const tree = await (await pdf.getPage(number)).getStructTree()
    const [document] = tree?.children ?? []
    return document && 'children' in document ? document : undefined
  }

  async function elements(number: number) {
    const document = await sections(number)
    const section = document?.children[0]
    return section && 'children' in section ? section.children.filter((child) => 'role' in child) : []
  }

  async function structure(number: number): Promise<string[]> {
    return (await elements(number)).map(({ role }) => role)
  }

  async function alternative(number: number): Promise<string | undefined> {
    const figure = (await elements(number)).find(({ role }) => role === 'Figure')
    return figure && 'alt' in figure ? String(figure.alt) : undefined
  }
})
