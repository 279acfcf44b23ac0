import type { Element, Root } from 'hast'
import { describe, expect, it } from 'vitest'
import { VFile } from 'vfile'
import type { ProseMetadata } from '../../src/articles/article.ts'
import { LONG_ENOUGH, rehypeArticle } from './rehype-article.ts'

function element(tagName: string, text: string, properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children: [{ type: 'text', value: text }] }
}

function compile(...children: Root['children']): { tree: Root; metadata: ProseMetadata | undefined } {
  const metadata = new Map<string, ProseMetadata>()
  const tree: Root = { type: 'root', children }
  rehypeArticle(metadata)(tree, new VFile({ path: 'foam.mdx' }))
  return { tree, metadata: metadata.get('foam.mdx') }
}

const long = (start: string) => start.padEnd(LONG_ENOUGH, ' and so on')

describe('rehypeArticle', () => {
  it.each([
    ['a long paragraph', long('Foam is mostly nothing'), ['opening']],
    ['a short paragraph', 'Foam is mostly nothing', undefined],
    ['a paragraph that opens with a quote', long('“Foam is nothing”'), undefined],
  ])('marks the first paragraph for a drop cap only where it carries one: %s', (_, text, className) => {
    const { tree } = compile(element('p', text), element('p', long('Second')))
    expect(tree.children[0]).toMatchObject({ properties: className ? { className } : {} })
    expect(tree.children[1]).not.toMatchObject({ properties: { className: ['opening'] } })
  })

  it('lists the sections with their anchors', () => {
    const { metadata } = compile(
      element('h2', 'What stands', { id: 'what-stands' }),
      element('h3', 'No', { id: 'no' }),
    )
    expect(metadata?.headings).toEqual([{ id: 'what-stands', text: 'What stands' }])
  })

  it('names a table after its columns', () => {
    const head: Element = { ...element('tr', ''), children: [element('th', 'Beer'), element('th', 'ABV')] }
    const { tree } = compile({ ...element('table', ''), children: [head] })
    expect(tree.children[0]).toMatchObject({ properties: { ariaLabel: 'Table: Beer, ABV' } })
  })

  it.each([
    [
      'names the cells of a table with sentences',
      'Spruce, and for want of a better word the whole forest',
      'Taste',
    ],
    ['leaves a table of words and numbers as it is', 'Spruce', undefined],
  ])('%s', (_, words, dataLabel) => {
    const cell = element('td', words)
    const row = (...children: Element[]): Element => ({ ...element('tr', ''), children })
    const part = (tagName: string, child: Element): Element => ({
      ...element(tagName, ''),
      children: [child],
    })
    const { tree } = compile({
      ...element('table', ''),
      children: [
        part('thead', row(element('th', 'Beer'), element('th', 'Taste'))),
        part('tbody', row(element('td', 'Pine'), cell)),
      ],
    })
    expect(cell.properties['dataLabel']).toBe(dataLabel)
    expect('dataStacks' in (tree.children[0] as Element).properties).toBe(dataLabel !== undefined)
    expect(cell.properties['role']).toBe(dataLabel && 'cell')
  })

  it('marks columns of figures, with their heads, but not the names of rows', () => {
    const row = (tagName: string, texts: readonly string[]): Element => ({
      ...element('tr', ''),
      children: texts.map((text) => element(tagName, text)),
    })
    const body = [
      ['2023', '£1,828', 'nil', 'Tap'],
      ['2024', '−13.5', 'under 3 ml', '1 tap'],
      ['2025', 'not counted', '49.7p', 'No'],
    ]
    const rows = [
      row('th', ['On 1 January', 'Sum', 'Alcohol', 'Sold']),
      ...body.map((texts) => row('td', texts)),
    ]
    const part = (tagName: string, children: Element[]): Element => ({ ...element(tagName, ''), children })
    compile(part('table', [part('thead', rows.slice(0, 1)), part('tbody', rows.slice(1))]))
    for (const { children } of rows)
      expect(children.map((cell) => 'dataNumeric' in (cell as Element).properties)).toEqual([
        false,
        true,
        true,
        false,
      ])
  })

  it('keeps a figure with what it counts', () => {
    const { tree } = compile(element('p', 'A bottle of 330 ml'))
    expect(tree.children[0]).toMatchObject({ children: [{ value: 'A bottle of 330\u00a0ml' }] })
  })

  it('finds no pull quote where there is none', () => {
    expect(compile(element('p', 'Prose.')).metadata?.pullQuote).toBeUndefined()
  })
})
