import { readFile } from 'node:fs/promises'
import mdx from '@mdx-js/rollup'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkSmartypants from 'remark-smartypants'
import type { Plugin } from 'vite'
import { ArticleFrontmatter, PageFrontmatter, parseFrontmatter } from '../../src/articles/frontmatter.ts'
import { siteRoot } from './site-root.ts'

/** Compiles `.mdx` to a component and gives its module a checked export `frontmatter`. */
export function mdxPages(): Plugin[] {
  const compile = mdx({
    remarkPlugins: [remarkFrontmatter, remarkGfm, remarkSmartypants],
    rehypePlugins: [rehypeSlug],
  }) as Plugin

  const frontmatter: Plugin = {
    name: 'mdx-frontmatter',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('.mdx')) return undefined
      const file = id.slice(siteRoot.length + 1)
      const schema = file.startsWith('content/articles/') ? ArticleFrontmatter : PageFrontmatter
      const data = parseFrontmatter(schema, file, await readFile(id, 'utf8'))
      return { code: `${code}\nexport const frontmatter = ${JSON.stringify(data)}\n`, map: null }
    },
  }

  return [{ ...compile, enforce: 'pre' }, frontmatter]
}
