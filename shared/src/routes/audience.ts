import { ContactMessage, MessageChange, MessagePage } from '../people/contact-message.ts'
import {
  Edition,
  EditionChange,
  EditionPage,
  EditionSend,
  EditionTest,
  EditionText,
} from '../people/edition.ts'
import { FailedMailPage } from '../people/failed-mail.ts'
import { SubscriberPage } from '../people/subscriber.ts'
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

export const listIssues = route('GET', '/api/editions', { answer: EditionPage })
export const createIssue = route('POST', '/api/editions', { body: EditionText, answer: Edition })
export const readIssue = route('GET', '/api/editions/:id', { answer: Edition })
export const changeIssue = route('PATCH', '/api/editions/:id', { body: EditionChange, answer: Edition })
export const deleteIssue = route('DELETE', '/api/editions/:id')
export const testIssue = route('POST', '/api/editions/:id/test', { answer: EditionTest })
export const sendIssue = route('POST', '/api/editions/:id/send', { body: EditionSend, answer: Edition })
export const pauseIssue = route('POST', '/api/editions/:id/pause', { answer: Edition })
export const resumeIssue = route('POST', '/api/editions/:id/resume', { answer: Edition })

export const listFailedMail = route('GET', '/api/mails', { answer: FailedMailPage })
export const retryMail = route('POST', '/api/mails/:id/retry')
export const dropMail = route('DELETE', '/api/mails/:id')
