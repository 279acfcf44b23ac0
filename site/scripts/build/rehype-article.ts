import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { VFile } from 'vfile'
import type { ProseMetadata } from '../../src/articles/article.ts'
import { unbroken } from '../../src/articles/typographic.ts'

/** Length of a cell, in characters, from which a phone shows its table row by row. */
const TOO_WIDE = 40

/** What columns of numbers are made of, for the most part. */
const FIGURE = /^nil$|^(?:about |under )?[−£]*\d[\d.,]*\s?(?:%|p|ml|units|million)?$/

/** Characters from which an opening paragraph has three lines beside a drop cap, about 50 in each on wide screens. */
export const LONG_ENOUGH = 150

/**
 * Adds markup that only the page needs: the class `opening` on a first paragraph long enough for a drop cap, a role
 * on the notes, names for tables, and for cells of tables too wide for a phone, marks on columns of numbers; keeps
 * figures with their nouns.
 * Collects facts about the prose in `metadata`, by file.
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
      const rows = rowsOf(table, 'tbody')
      markNumericColumns(table, rows)
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

/** Tables scroll on small screens, and a scrolling region needs an accessible name. */
function columnNames(element: Element): string[] {
  if (element.tagName === 'th') return [textOf(element)]
  return element.children.flatMap((child) => (child.type === 'element' ? columnNames(child) : []))
}

/** Cells of each row of the table's head or body. */
function rowsOf(table: Element, part: 'thead' | 'tbody'): Element[][] {
  const parts = childElements(table).filter(({ tagName }) => tagName === part)
  return parts.flatMap(childElements).map(childElements)
}

/** Columns of figures are aligned on the right, with their heads; the first one names the rows. */
function markNumericColumns(table: Element, rows: readonly Element[][]): void {
  for (const [column, head] of (rowsOf(table, 'thead')[0] ?? []).entries()) {
    const cells = rows.flatMap((row) => row[column] ?? [])
    if (column === 0 || cells.filter(isFigure).length <= cells.length / 2) continue
    for (const cell of [head, ...cells]) cell.properties['dataNumeric'] = ''
  }
}

function isFigure(cell: Element): boolean {
  return FIGURE.test(textOf(cell).trim())
}

const TABLE_ROLES = new Map([
  ['table', 'table'],
  ['thead', 'rowgroup'],
  ['tbody', 'rowgroup'],
  ['tr', 'row'],
  ['th', 'columnheader'],
  ['td', 'cell'],
])

/** Adds table roles: some browsers drop them where a stylesheet displays the parts as blocks. */
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
