import type { CountryOf } from '../country.ts'
import type { Step } from './step.ts'

/** The address ends here: only its country goes on. */
export function putCountry(countryOf: CountryOf): Step {
  return (draft) => {
    draft.country = countryOf(draft.request.clientAddress)
    return undefined
  }
}
