import { PersonalDataKey } from '@half-measure/shared/audience/personal-data.ts'

/** Whose data a text means; null where it is neither an email address nor an id. */
export function personalDataKey(text: string): PersonalDataKey | null {
  const value = text.trim()
  const key = value.includes('@')
    ? { email: value }
    : value.startsWith('session_')
      ? { session_id: value }
      : { consent_id: value.toLowerCase() }
  return PersonalDataKey.safeParse(key).data ?? null
}
