import { publication } from '@half-measure/shared/publication.ts'
import { escapeHtml } from './escape-html.ts'

/*
 * Mail programs read the HTML of twenty years ago: tables for layout, styles on each element. The paper edition's
 * colours are on the elements; where a style sheet is read, a reader in the dark gets the stout edition by class.
 */
export const letterStyle = {
  paper: '#f8f2e6',
  ink: '#211913',
  inkSoft: '#5c4d40',
  rule: '#d6c9b2',
  accent: '#97430f',
  serif: "Georgia,'Times New Roman',serif",
  labels: 'Arial,Helvetica,sans-serif',
} as const

const { paper, ink, inkSoft, rule, accent, serif, labels } = letterStyle

/** Of the column, pixels. Pictures are shown as wide. */
export const LETTER_WIDTH = 560

const darkEdition = `
  @media (prefers-color-scheme: dark) {
    .paper { background: #17110d !important }
    .ink { color: #f0e6d6 !important }
    .soft { color: #bfae98 !important }
    .rule { border-color: #41352b !important }
    .accent { color: #eca362 !important }
    .button { background: #eca362 !important; color: #17110d !important }
  }`

export interface FramedLetter {
  readonly subject: string
  /** What mailboxes show behind the subject. */
  readonly preview: string
  /** Beside the magazine's name: what kind of letter, of when. */
  readonly kicker?: string
  readonly title: string
  /** HTML that is safe already. */
  readonly content: string
  readonly closing: string
}

/** A whole HTML document, without a script, a form or a style sheet from elsewhere. */
export function frameLetter({ subject, preview, kicker, title, content, closing }: FramedLetter): string {
  return `<!doctype html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkEdition}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${FILLER}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}">
<tr><td align="center" style="padding:32px 20px">
<!--[if mso]><table role="presentation" width="${LETTER_WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${LETTER_WIDTH}px">
<tr><td class="ink rule" align="left" style="padding-bottom:12px;border-bottom:3px solid ${ink};color:${ink};font:700 22px/1.2 ${serif}">${escapeHtml(publication.name)}${kickerOf(kicker)}</td></tr>
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

/** Invisible width, or mailboxes would go on with the first words of the letter. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(40)

function kickerOf(kicker: string | undefined): string {
  if (kicker === undefined) return ''
  return `<br><span class="soft" style="color:${inkSoft};font:400 13px/1.8 ${labels}">${escapeHtml(kicker)}</span>`
}

export function anchor({ label, href }: { label: string; href: string }): string {
  return `<a class="accent" href="${escapeHtml(href)}" style="color:${accent}">${escapeHtml(label)}</a>`
}
