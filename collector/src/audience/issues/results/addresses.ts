/*
 * URLs in an issue's emails. They contain the issue and the position of a link, and are the same for every reader. A
 * redirect leads only to links of the issue itself.
 */

export const linkUrl = (site: string, issueId: string, position: number) =>
  `${site}/newsletter/issues/${issueId}/links/${position}`

export const openPictureUrl = (site: string, issueId: string) =>
  `${site}/newsletter/issues/${issueId}/opened.gif`
