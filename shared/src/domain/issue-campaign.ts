import { publication } from '../publication.ts'

/** How the links of issues name their source. */
export const ISSUE_SOURCE = 'friday-edition'

/**
 * `friday-edition-2026-11-20-0900-03bbd460`: the campaign of an issue's links. The id tells apart issues that began together.
 *
 * @param at when sending began.
 */
export function issueCampaign(id: string, at: Date): string {
  // The Swedish locale writes dates as ISO does.
  const local = at.toLocaleString('sv-SE', {
    timeZone: publication.timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return `${ISSUE_SOURCE}-${local.replace(' ', '-').replace(':', '')}-${id.slice(0, 8)}`
}

const CAMPAIGN = new RegExp(`^${ISSUE_SOURCE}-(\\d{4}-\\d\\d-\\d\\d)-(\\d\\d)(\\d\\d)-[0-9a-f]{8}$`)
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' })

/** A campaign for people: `Friday Edition, 20 Nov 2026, 09:00`. Undefined unless it is an issue's. */
export function issueCampaignLabel(campaign: string): string | undefined {
  const [, date, hours, minutes] = CAMPAIGN.exec(campaign) ?? []
  const at = Date.parse(date ?? '')
  const name = publication.newsletter.replace(/^The /, '')
  return Number.isNaN(at) ? undefined : `${name}, ${day.format(at)}, ${hours}:${minutes}`
}
