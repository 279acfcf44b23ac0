import {
  ContactMessage,
  LetterChange,
  MessageChange,
  MessagePage,
  ReplyText,
} from '../audience/contact-message.ts'
import { Issue, IssueChange, IssueList, IssueSend, IssueTest, IssueText } from '../audience/issue.ts'
import { IssueReport } from '../audience/issue-report.ts'
import { FailedMailPage } from '../audience/failed-mail.ts'
import { ErasedPersonalData, PersonalData, PersonalDataKey } from '../audience/personal-data.ts'
import { SubscriberPage } from '../audience/subscriber.ts'
import { route } from './route.ts'

export const listMessages = route('GET', '/api/messages', MessagePage)
export const readMessage = route('GET', '/api/messages/:id', ContactMessage)
export const changeMessage = route('PATCH', '/api/messages/:id', ContactMessage, MessageChange)
export const markAsSpam = route('POST', '/api/messages/:id/spam', ContactMessage)
/** Marks it as not spam. */
export const releaseMessage = route('POST', '/api/messages/:id/release', ContactMessage)
export const replyToMessage = route('POST', '/api/messages/:id/replies', ContactMessage, ReplyText)
/** Prints it on the page of letters, or changes what is printed. */
export const publishLetter = route('PUT', '/api/messages/:id/letter', ContactMessage, LetterChange)
export const withdrawLetter = route('DELETE', '/api/messages/:id/letter', ContactMessage)
export const deleteMessage = route('DELETE', '/api/messages/:id')

export const listSubscribers = route('GET', '/api/subscribers', SubscriberPage)
/** CSV. */
export const exportSubscribers = route('GET', '/api/subscribers/export.csv')
export const removeSubscriber = route('DELETE', '/api/subscribers/:id')

export const listIssues = route('GET', '/api/issues', IssueList)
export const createIssue = route('POST', '/api/issues', Issue, IssueText)
export const readIssue = route('GET', '/api/issues/:id', Issue)
/** From the start of sending on. */
export const readIssueReport = route('GET', '/api/issues/:id/report', IssueReport)
/** CSV. */
export const exportIssueResults = route('GET', '/api/issues/results.csv')
export const changeIssue = route('PATCH', '/api/issues/:id', Issue, IssueChange)
export const deleteIssue = route('DELETE', '/api/issues/:id')
export const testIssue = route('POST', '/api/issues/:id/test', IssueTest)
export const sendIssue = route('POST', '/api/issues/:id/send', Issue, IssueSend)
export const unscheduleIssue = route('POST', '/api/issues/:id/unschedule', Issue)
export const pauseIssue = route('POST', '/api/issues/:id/pause', Issue)
export const resumeIssue = route('POST', '/api/issues/:id/resume', Issue)
/** Those who have not received it never do. */
export const stopIssue = route('POST', '/api/issues/:id/stop', Issue)
export const removeFromArchive = route('POST', '/api/issues/:id/remove-from-archive', Issue)
export const showInArchive = route('POST', '/api/issues/:id/show-in-archive', Issue)

export const listFailedMail = route('GET', '/api/mails', FailedMailPage)
export const retryMail = route('POST', '/api/mails/:id/retry')
export const dropMail = route('DELETE', '/api/mails/:id')

export const findPersonalData = route('POST', '/api/personal-data/find', PersonalData, PersonalDataKey)
export const erasePersonalData = route(
  'POST',
  '/api/personal-data/erase',
  ErasedPersonalData,
  PersonalDataKey,
)
