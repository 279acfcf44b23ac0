import type { Element, ElementContent, Root } from 'hast'

/**
 * Sets a copy of each note beside its reference, for screens with room in the margin. The notes at the end stay,
 * for small screens and screen readers: the copies are hidden from assistive technology and hold no links.
 */
export function rehypeSidenotes() {
  return (tree: Root): void => {
    const notes = new Map<string, readonly ElementContent[]>()
    visit(tree, (element) => {
      const id = element.properties['id']
      const paragraph = element.children.find((child) => child.type === 'element' && child.tagName === 'p')
      if (element.tagName === 'li' && typeof id === 'string' && paragraph?.type === 'element') {
        notes.set(`#${id}`, withoutLinks(paragraph.children))
      }
    })
    visit(tree, (element) => {
      // Backwards, because each insertion shifts the rest.
      for (let at = element.children.length - 1; at >= 0; at--) {
        const reference = referenceIn(element.children[at])
        const note = reference && notes.get(reference.href)
        if (note) element.children.splice(at + 1, 0, sidenote(reference.number, note))
      }
    })
  }
}

function visit(node: Root | Element, see: (element: Element) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    see(child)
    visit(child, see)
  }
}

/** `<sup><a data-footnote-ref href="#fn-1">1</a></sup>`, taken apart; undefined for anything else. */
function referenceIn(node: ElementContent | undefined): { href: string; number: ElementContent } | undefined {
  if (node?.type !== 'element' || node.tagName !== 'sup') return undefined
  const [link] = node.children
  if (link?.type !== 'element' || !('dataFootnoteRef' in link.properties)) return undefined
  const [number] = link.children
  return number && { href: String(link.properties['href']), number }
}

function sidenote(number: ElementContent, note: readonly ElementContent[]): Element {
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: ['sidenote'], ariaHidden: 'true' },
    children: [{ type: 'element', tagName: 'sup', properties: {}, children: [number] }, ...note],
  }
}

/** Links become their text; the arrow back to the text goes. */
function withoutLinks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node]
    if ('dataFootnoteBackref' in node.properties) return []
    if (node.tagName === 'a') return withoutLinks(node.children)
    return [{ ...node, children: withoutLinks(node.children) }]
  })
}
