import type { SendMailOptions } from 'nodemailer'
import type { WaitingMail } from './outbox.ts'

/**
 * A waiting mail as nodemailer takes it. Repeated calls give the same message: its id and its date are the row's.
 *
 * @param from `Name <address>` or an address.
 */
export function messageOf(mail: WaitingMail, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.recipient },
    ...(mail.reply_to === null ? {} : { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.plain,
    html: mail.html,
    date: mail.created_at,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    // Tells holiday answers and the like to keep quiet.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
}
