/*
 * The picture that counts opens, in the emails of subscribers who allow it. Its URL names the issue and is the same for
 * every reader.
 */

/**
 * Invisible; screen readers pass over it.
 *
 * @param site origin of the magazine.
 */
export function openPictureHtml(site: string, issueId: string): string {
  const src = `${site}/newsletter/issues/${issueId}/opened.gif`
  return `<img src="${src}" alt="" width="1" height="1" border="0" style="display:block">`
}

/** An email as it is without the picture. Quotation marks of the text are entities, so only ours matches. */
export function withoutOpenPicture(html: string): string {
  return html.replaceAll(/<img src="[^"]*\/newsletter\/issues\/[\w-]+\/opened\.gif" alt=""[^>]*>/g, '')
}
