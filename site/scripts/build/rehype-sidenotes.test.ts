import type { Element, ElementContent, Root } from 'hast'
import { describe, expect, it } from 'vitest'
import { rehypeSidenotes } from './rehype-sidenotes.ts'

function element(
  tagName: string,
  properties: Element['properties'],
  ...children: (ElementContent | string)[]
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  }
}

function article(): Root {
  const reference = element('sup', {}, element('a', { href: '#fn-1', dataFootnoteRef: true }, '1'))
  const back = element('a', { href: '#fnref-1', dataFootnoteBackref: '' }, '↩')
  const source = element('a', { href: 'https://example.test/' }, 'the source')
  return {
    type: 'root',
    children: [
      element('p', {}, 'Foam is mostly nothing.', reference, ' It stands.'),
      element(
        'section',
        { dataFootnotes: true },
        element('ol', {}, element('li', { id: 'fn-1' }, element('p', {}, 'See ', source, '. ', back))),
      ),
    ],
  }
}

function text(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(text).join('') : ''
}

describe('rehypeSidenotes', () => {
  const tree = article()
  rehypeSidenotes()(tree)
  const [paragraph] = tree.children
  const note = paragraph?.type === 'element' ? paragraph.children[2] : undefined

  it('sets a copy of the note right after its reference, with its number', () => {
    expect(note).toMatchObject({ tagName: 'span', properties: { className: ['sidenote'] } })
    expect(note && 'children' in note && text(note)).toBe('1See the source. ')
  })

  it('hides the copy from assistive technology, with nothing in it to focus', () => {
    expect(note).toMatchObject({ properties: { ariaHidden: 'true' } })
    expect(JSON.stringify(note)).not.toContain('"a"')
  })

  it('leaves the notes at the end as they were', () => {
    expect(tree.children[1]).toEqual(article().children[1])
  })
})
