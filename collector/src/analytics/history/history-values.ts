import { z } from 'zod'

const Day = z.iso.date()

/** No current analytics product has earlier figures. */
const EARLIEST = '2000-01-01'

/** A day, as `2026-11-20` or `20261120`. @param today last day that can have figures. */
export function dayOf(text: string, today: string): { readonly iso: string } | { readonly problem: string } {
  const iso = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  if (!Day.safeParse(iso).success)
    return { problem: `date: “${text.slice(0, 40)}” is no day such as 2026-11-20` }
  if (iso < EARLIEST || iso > today) return { problem: `date: ${iso} is not between ${EARLIEST} and today` }
  return { iso }
}

/** A path without its query, as pages are counted here. */
export function pathOf(text: string): string {
  return text.replace(/[?#].*$/s, '') || '/'
}
