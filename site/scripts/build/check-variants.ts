import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { htmlFiles } from './check-links.ts'

/**
 * Throws an error that names each page on which an element of a test is not behind the script that shows variants: every
 * reader would see the control there, and be counted as one who saw the variant.
 */
export async function checkVariants(folder: string): Promise<void> {
  const wrong: string[] = []
  for (const file of await htmlFiles(folder)) {
    const html = await readFile(file, 'utf8')
    const [before = '', ...after] = html.split(' data-exposure="')
    if (after.length > 0 && !before.includes(' data-ended="')) wrong.push(relative(folder, file))
  }
  if (wrong.length > 0)
    throw new Error(`data-exposure without <VariantScript /> before it: ${wrong.join(', ')}`)
}
