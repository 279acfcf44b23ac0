import { ContactMessage, MessageChange, MessagePage } from '../audience/contact-message.ts'
import { Issue, IssueChange, IssueList, IssueSend, IssueTest, IssueText } from '../audience/issue.ts'
import { FailedMailPage } from '../audience/failed-mail.ts'
import { SubscriberPage } from '../audience/subscriber.ts'
import { route } from './route.ts'

export const listMessages = route('GET', '/api/messages', { answer: MessagePage })
export const changeMessage = route('PATCH', '/api/messages/:id', {
  body: MessageChange,
  answer: ContactMessage,
})
/** It is no spam. */
export const releaseMessage = route('POST', '/api/messages/:id/release', { answer: ContactMessage })
export const deleteMessage = route('DELETE', '/api/messages/:id')

export const listSubscribers = route('GET', '/api/subscribers', { answer: SubscriberPage })
/** CSV. */
export const exportSubscribers = route('GET', '/api/subscribers/export.csv')
export const removeSubscriber = route('DELETE', '/api/subscribers/:id')

export const listIssues = route('GET', '/api/issues', { answer: IssueList })
export const createIssue = route('POST', '/api/issues', { body: IssueText, answer: Issue })
export const readIssue = route('GET', '/api/issues/:id', { answer: Issue })
export const changeIssue = route('PATCH', '/api/issues/:id', { body: IssueChange, answer: Issue })
export const deleteIssue = route('DELETE', '/api/issues/:id')
export const testIssue = route('POST', '/api/issues/:id/test', { answer: IssueTest })
export const sendIssue = route('POST', '/api/issues/:id/send', { body: IssueSend, answer: Issue })
export const pauseIssue = route('POST', '/api/issues/:id/pause', { answer: Issue })
export const resumeIssue = route('POST', '/api/issues/:id/resume', { answer: Issue })

export const listFailedMail = route('GET', '/api/mails', { answer: FailedMailPage })
export const retryMail = route('POST', '/api/mails/:id/retry')
export const dropMail = route('DELETE', '/api/mails/:id')
