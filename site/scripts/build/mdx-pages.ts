import { readFile } from 'node:fs/promises'
import mdx from '@mdx-js/rollup'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkSmartypants from 'remark-smartypants'
import type { Plugin } from 'vite'
import type { ProseMetadata } from '../../src/articles/article.ts'
import { ArticleFrontmatter, PageFrontmatter, parseFrontmatter } from '../../src/articles/frontmatter.ts'
import { rehypeArticle } from './rehype-article.ts'
import { rehypeSidenotes } from './rehype-sidenotes.ts'
import { siteRoot } from './site-files.ts'

/** Compiles `.mdx` to a component, with the exports `frontmatter` (checked) and `metadata` beside it. */
export function mdxPages(): Plugin[] {
  const metadata = new Map<string, ProseMetadata>()
  const compile = mdx({
    remarkPlugins: [remarkFrontmatter, remarkGfm, remarkSmartypants],
    remarkRehypeOptions: { footnoteLabel: 'Notes', footnoteLabelProperties: {}, clobberPrefix: '' },
    rehypePlugins: [rehypeSlug, [rehypeArticle, metadata], rehypeSidenotes],
  }) as Plugin

  const exportMetadata: Plugin = {
    name: 'mdx-metadata',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('.mdx')) return undefined
      const file = id.slice(siteRoot.length + 1)
      const schema = file.startsWith('content/articles/') ? ArticleFrontmatter : PageFrontmatter
      const frontmatter = parseFrontmatter(schema, file, await readFile(id, 'utf8'))
      const exports = Object.entries({ frontmatter, metadata: metadata.get(id) })
      const lines = exports.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { code: [code, ...lines, ''].join('\n'), map: null }
    },
  }

  return [{ ...compile, enforce: 'pre' }, exportMetadata]
}
