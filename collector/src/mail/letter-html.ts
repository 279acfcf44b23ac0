import { escapeHtml } from './escape-html.ts'
import { anchor, frameLetter, letterStyle } from './letter-frame.ts'
import type { Block, Letter } from './letter.ts'

const { paper, ink, inkSoft, rule, accent, serif, labels } = letterStyle

/** A letter as a whole HTML document without a picture, a script or anything from elsewhere. */
export function renderHtml({ subject, preview, title, blocks, closing }: Letter): string {
  return frameLetter({
    subject,
    preview,
    title,
    content: blocks.map(htmlOf).join('\n'),
    closing: closingHtml(closing),
  })
}

/** What stands small under a letter. */
export function closingHtml(closing: readonly Block[]): string {
  return closing.map(smallHtmlOf).join('\n')
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 20px;color:${ink};font:18px/1.55 ${serif}">${escapeHtml(block.text)}</p>`
    case 'button':
      return `<p style="margin:8px 0 28px"><a class="button" href="${escapeHtml(block.href)}" style="display:inline-block;padding:14px 24px;background:${accent};color:${paper};font:700 16px/1.2 ${labels};text-decoration:none">${escapeHtml(block.label)}</a></p>`
    case 'link':
      return `<p style="margin:0 0 20px;font:18px/1.55 ${serif}">${anchor(block)}</p>`
    case 'quote':
      return `<blockquote class="ink rule" style="margin:0 0 24px;padding:2px 0 2px 18px;border-left:3px solid ${rule};color:${ink};font:17px/1.55 ${serif};overflow-wrap:anywhere">${escapeHtml(block.text).replaceAll('\n', '<br>')}</blockquote>`
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${block.rows.map(rowOf).join('')}</table>`
  }
}

function rowOf([name, value]: readonly [string, string]): string {
  return `<tr><td class="soft" valign="top" style="padding:0 16px 6px 0;color:${inkSoft};font:14px/1.5 ${labels}">${escapeHtml(name)}</td><td class="ink" style="padding:0 0 6px;color:${ink};font:14px/1.5 ${labels};overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
}

function smallHtmlOf(block: Block): string {
  const style = `margin:0 0 10px;color:${inkSoft};font:13px/1.5 ${labels}`
  if (block.kind === 'link') return `<p class="soft" style="${style}">${anchor(block)}</p>`
  if (block.kind === 'paragraph') return `<p class="soft" style="${style}">${escapeHtml(block.text)}</p>`
  return htmlOf(block)
}
