import { publication } from '@half-measure/shared/publication.ts'
import type { Block, EmailContent } from './email-content.ts'

/*
 * Email programs need the HTML of twenty years ago: tables for layout, inline styles. The light theme is inline; where
 * style sheets are supported, the dark theme overrides it by class.
 */
export const emailStyle = {
  paper: '#f8f2e6',
  ink: '#211913',
  inkSoft: '#5c4d40',
  rule: '#d6c9b2',
  accent: '#97430f',
  serif: "Georgia,'Times New Roman',serif",
  labels: 'Arial,Helvetica,sans-serif',
} as const

const { paper, ink, inkSoft, rule, accent, serif, labels } = emailStyle

const darkTheme = `
  @media (prefers-color-scheme: dark) {
    .paper { background: #17110d !important }
    .ink { color: #f0e6d6 !important }
    .soft { color: #bfae98 !important }
    .rule { border-color: #41352b !important }
    .accent { color: #eca362 !important }
    .button { background: #eca362 !important; color: #17110d !important }
  }`

/** Width of the column and of pictures, pixels. */
export const EMAIL_WIDTH = 560

interface EmailFrame extends Pick<EmailContent, 'subject' | 'preview' | 'title'> {
  /** Below the magazine's name: the series and its date. */
  readonly kicker?: string
  /** HTML, already escaped. */
  readonly content: string
  readonly closing: string
}

/** An HTML document without pictures, scripts or anything remote. */
export function renderHtml({ blocks, closing, ...head }: EmailContent): string {
  return frameHtml({ ...head, content: blocks.map(htmlOf).join('\n'), closing: closingHtml(closing) })
}

/** Wraps content in an HTML document. */
export function frameHtml({ subject, preview, kicker, title, content, closing }: EmailFrame): string {
  return `<!doctype html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkTheme}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${FILLER}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}">
<tr><td align="center" style="padding:32px 20px">
<!--[if mso]><table role="presentation" width="${EMAIL_WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${EMAIL_WIDTH}px">
<tr><td class="ink rule" align="left" style="padding-bottom:12px;border-bottom:3px solid ${ink};color:${ink};font:700 22px/1.2 ${serif}">${escapeHtml(publication.name)}${kickerHtml(kicker)}</td></tr>
<tr><td align="left" style="padding-top:28px"><h1 class="ink" style="margin:0 0 20px;color:${ink};font:400 30px/1.2 ${serif}">${escapeHtml(title)}</h1></td></tr>
<tr><td align="left">
${content}
</td></tr>
<tr><td class="rule" align="left" style="padding-top:20px;border-top:1px solid ${rule}">
${closing}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

/** Invisible; keeps mailboxes from continuing the preview with the body's first words. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(40)

function kickerHtml(kicker: string | undefined): string {
  if (kicker === undefined) return ''
  return `<br><span class="soft" style="color:${inkSoft};font:400 13px/1.8 ${labels}">${escapeHtml(kicker)}</span>`
}

/** The small print under an email. */
export function closingHtml(closing: readonly Block[]): string {
  return closing.map(smallHtmlOf).join('\n')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For the content of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 20px;color:${ink};font:18px/1.55 ${serif}">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
    case 'button':
      return `<p style="margin:8px 0 28px"><a class="button" href="${escapeHtml(block.href)}" style="display:inline-block;padding:14px 24px;background:${accent};color:${paper};font:700 16px/1.2 ${labels};text-decoration:none">${escapeHtml(block.label)}</a></p>`
    case 'link':
      return `<p style="margin:0 0 20px;font:18px/1.55 ${serif}">${anchor(block)}</p>`
    case 'quote':
      return `<blockquote class="ink rule" style="margin:0 0 24px;padding:2px 0 2px 18px;border-left:3px solid ${rule};color:${ink};font:17px/1.55 ${serif};overflow-wrap:anywhere">${escapeHtml(block.text).replaceAll('\n', '<br>')}</blockquote>`
    case 'fields':
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

function anchor({ label, href }: { label: string; href: string }): string {
  return `<a class="accent" href="${escapeHtml(href)}" style="color:${accent}">${escapeHtml(label)}</a>`
}
