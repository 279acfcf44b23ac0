import type { IssueState } from '@half-measure/shared/audience/issue.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { NewsletterTokenPurpose } from '../database/schema/audience-tables.ts'
import { ApiError } from '../platform/api-error.ts'

export const messageNotFound = () =>
  new ApiError(404, 'message_not_found', 'There is no such message, or it was deleted.')

export const messageIsSpam = () =>
  new ApiError(409, 'message_is_spam', 'This message is marked as spam. Choose “Not spam” first.')

export const messageIsLetter = () =>
  new ApiError(409, 'message_is_letter', 'This message is printed as a letter. Withdraw the letter first.')

export const messageReplied = () =>
  new ApiError(
    409,
    'message_replied',
    'Someone else has replied in the meantime. Read their reply, then send yours if it is still needed.',
  )

export const replySuperseded = () =>
  new ApiError(
    409,
    'reply_superseded',
    'Another reply to this message was sent or is on its way. Delete this email instead.',
  )

export const emailLinkExpired = () =>
  new ApiError(
    409,
    'email_link_expired',
    'The link in this email has expired. Invite again, or ask for a new link.',
  )

export const letterChanged = () =>
  new ApiError(
    409,
    'letter_changed',
    'Someone else has published, changed or withdrawn this letter. Check it before you publish yours.',
  )

export const mayNotPrint = () =>
  new ApiError(409, 'may_not_print', 'Its sender has not allowed this message to be printed.')

export const subscriberNotFound = () =>
  new ApiError(404, 'subscriber_not_found', 'There is no such subscriber, or they have unsubscribed.')

/** What the owner of a mailed link wanted to do. */
export type LinkPurpose = NewsletterTokenPurpose | 'preferences'

const { newsletter, mailboxes } = publication

/** Never tell somebody who wants to unsubscribe to subscribe. */
const LINK_MESSAGES: Readonly<Record<LinkPurpose, string>> = {
  confirm: 'This link is invalid or has expired. Please enter your address again to get a new one.',
  guide: `This link is invalid, or you have unsubscribed. If you subscribe to ${newsletter}, use the link in the email that welcomed you, or write to ${mailboxes.newsletter}.`,
  preferences: `This link is invalid, or you have unsubscribed. If you still get ${newsletter}, use the link in a newer issue, or write to ${mailboxes.newsletter}.`,
  unsubscribe: `This link is invalid, so nothing has changed. Use the link in a newer issue of ${newsletter}, or write to ${mailboxes.newsletter} and we shall take you off the list.`,
}

export const linkNotValid = (purpose: LinkPurpose) =>
  new ApiError(404, 'link_not_valid', LINK_MESSAGES[purpose])

export const noGuide = () => new ApiError(404, 'guide_not_found', 'The guide is not available at the moment.')

export const issueNotFound = () =>
  new ApiError(404, 'issue_not_found', 'There is no such newsletter issue, or it was deleted.')

/** @param state any but `draft`. */
export const issueFrozen = (state: IssueState) =>
  new ApiError(
    409,
    'issue_frozen',
    state === 'scheduled'
      ? 'This issue is scheduled. Choose “Back to the draft” first.'
      : 'This issue is being sent or was sent, so it can no longer change.',
  )

export const issueChanged = () =>
  new ApiError(409, 'issue_changed', 'Somebody else has changed this issue. Reload it first.')

export const issueNotReady = (problems: readonly string[]) =>
  new ApiError(422, 'issue_not_ready', problems.join(' '), { details: { problems } })

export const scheduleNotValid = () =>
  new ApiError(422, 'schedule_not_valid', 'Choose a time in the future, at most a year from now.')

/** The issue's state does not allow the transition. */
export const issueNotSending = () =>
  new ApiError(409, 'issue_not_sending', 'The state of this issue has changed. Reload it first.')

export const issueNotSent = () =>
  new ApiError(409, 'issue_not_sent', 'This issue has not been sent, so there is nothing to report yet.')

export const previewNotFound = () =>
  new ApiError(404, 'preview_not_found', 'This preview has expired. Open the issue again.')

export const emailNotFound = () =>
  new ApiError(404, 'email_not_found', 'There is no such email, or it was delivered meanwhile.')
