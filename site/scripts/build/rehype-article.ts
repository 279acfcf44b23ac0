import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { VFile } from 'vfile'
import type { ProseMetadata } from '../../src/articles/article.ts'
import { unbroken } from '../../src/articles/typographic.ts'

/** Characters in a cell from which a phone shows its table row by row. */
const TOO_WIDE = 40

/** Characters from which an opening paragraph carries a drop cap. */
const LONG_ENOUGH = 200

/**
 * Marks up what only the page needs: the class `opening` on a first paragraph that is long enough for a drop cap, a
 * role on the notes, names for tables, and for the cells of those that are too wide for a phone; figures stay with
 * what they count. What can be known of the prose without reading it is collected in `metadata`, by file.
 */
export function rehypeArticle(metadata: Map<string, ProseMetadata>) {
  return (tree: Root, file: VFile): void => {
    keepQuantities(tree)
    const elements = tree.children.filter((node) => node.type === 'element')
    const opening = elements[0]
    if (opening?.tagName === 'p' && opensWithLetter(opening)) opening.properties['className'] = ['opening']
    for (const notes of elements.filter(isNotes)) notes.properties['role'] = 'doc-endnotes'
    for (const table of elements.filter(({ tagName }) => tagName === 'table')) {
      const columns = columnNames(table)
      table.properties['ariaLabel'] = `Table: ${columns.join(', ')}`
      const rows = bodyRows(table)
      if (rows.flat().some((cell) => textOf(cell).length >= TOO_WIDE)) {
        table.properties['dataStacks'] = ''
        for (const row of rows) row.forEach((cell, at) => (cell.properties['dataLabel'] = columns[at]))
        keepRoles(table)
      }
    }
    const quote = tree.children.find((node) => 'name' in node && node.name === 'PullQuote')
    metadata.set(file.path, {
      headings: elements
        .filter(({ tagName }) => tagName === 'h2')
        .map((heading) => ({ id: String(heading.properties['id']), text: textOf(heading) })),
      pullQuote: quote ? textOf(quote).trim() : undefined,
    })
  }
}

function keepQuantities(node: Root | RootContent): void {
  if (node.type === 'text') node.value = unbroken(node.value)
  if ('children' in node) node.children.forEach(keepQuantities)
}

function isNotes({ tagName, properties }: Element): boolean {
  return tagName === 'section' && 'dataFootnotes' in properties
}

/** A quotation mark in front of the letter would grow with it. */
function opensWithLetter(paragraph: Element): boolean {
  const text = textOf(paragraph)
  return text.length >= LONG_ENOUGH && /^\p{L}/u.test(text)
}

/** Tables scroll on small screens, and a region that scrolls wants a name of its own. */
function columnNames(element: Element): string[] {
  if (element.tagName === 'th') return [textOf(element)]
  return element.children.flatMap((child) => (child.type === 'element' ? columnNames(child) : []))
}

/** Cells of each row below the head. */
function bodyRows(table: Element): Element[][] {
  const parts = childElements(table).filter(({ tagName }) => tagName === 'tbody')
  return parts.flatMap(childElements).map(childElements)
}

const TABLE_ROLES = new Map([
  ['table', 'table'],
  ['thead', 'rowgroup'],
  ['tbody', 'rowgroup'],
  ['tr', 'row'],
  ['th', 'columnheader'],
  ['td', 'cell'],
])

/** Says what each part of a table is: some browsers forget it where a stylesheet shows the parts as blocks. */
function keepRoles(element: Element): void {
  const role = TABLE_ROLES.get(element.tagName)
  if (role !== undefined) element.properties['role'] = role
  childElements(element).forEach(keepRoles)
}

function childElements({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element')
}

function textOf(node: ElementContent | RootContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
