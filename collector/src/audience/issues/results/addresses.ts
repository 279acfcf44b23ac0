/*
 * What an issue's emails ask the magazine for. The addresses name the issue, and a link by its position; they are the
 * same for every reader. A redirect leads only to where the issue's own text does.
 */

export const linkUrl = (site: string, issueId: string, position: number) =>
  `${site}/newsletter/issues/${issueId}/links/${position}`

export const openPictureUrl = (site: string, issueId: string) =>
  `${site}/newsletter/issues/${issueId}/opened.gif`
