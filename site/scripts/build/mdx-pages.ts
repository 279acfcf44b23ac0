import { readFile } from 'node:fs/promises'
import mdx from '@mdx-js/rollup'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkSmartypants from 'remark-smartypants'
import type { Plugin } from 'vite'
import type { ProseFacts } from '../../src/articles/article.ts'
import { ArticleFrontmatter, PageFrontmatter, parseFrontmatter } from '../../src/articles/frontmatter.ts'
import { rehypeArticle } from './rehype-article.ts'
import { rehypeSidenotes } from './rehype-sidenotes.ts'
import { siteRoot } from './site-files.ts'

/** Compiles `.mdx` to a component, with the exports `frontmatter` (checked) and `facts` beside it. */
export function mdxPages(): Plugin[] {
  const facts = new Map<string, ProseFacts>()
  const compile = mdx({
    remarkPlugins: [remarkFrontmatter, remarkGfm, remarkSmartypants],
    remarkRehypeOptions: { footnoteLabel: 'Notes', footnoteLabelProperties: {}, clobberPrefix: '' },
    rehypePlugins: [rehypeSlug, [rehypeArticle, facts], rehypeSidenotes],
  }) as Plugin

  const exportFacts: Plugin = {
    name: 'mdx-facts',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('.mdx')) return undefined
      const file = id.slice(siteRoot.length + 1)
      const schema = file.startsWith('content/articles/') ? ArticleFrontmatter : PageFrontmatter
      const frontmatter = parseFrontmatter(schema, file, await readFile(id, 'utf8'))
      const exports = Object.entries({ frontmatter, facts: facts.get(id) })
      const lines = exports.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { code: [code, ...lines, ''].join('\n'), map: null }
    },
  }

  return [{ ...compile, enforce: 'pre' }, exportFacts]
}
