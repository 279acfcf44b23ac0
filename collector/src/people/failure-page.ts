import { publication } from '@half-measure/shared/publication.ts'
import { escapeHtml } from '../mail/escape-html.ts'

/** What a reader without scripts sees when a form was refused. */
export function failurePage(message: string): string {
  return `<!doctype html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>That did not work · ${escapeHtml(publication.name)}</title>
</head>
<body>
<main>
<h1>That did not work</h1>
<p role="alert">${escapeHtml(message)}</p>
<p>Your browser’s Back button leads to the form as you filled it in.</p>
<p><a href="/">${escapeHtml(publication.name)}</a></p>
</main>
</body>
</html>
`
}
