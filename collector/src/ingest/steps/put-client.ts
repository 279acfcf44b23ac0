import { clientFacts } from '../client-facts.ts'
import type { Step } from './step.ts'

/** Browser, system and device class; programs that say what they are are kept with a flag. */
export const putClient: Step = (draft) => {
  draft.client = clientFacts(draft.request)
  draft.isBot = draft.client.isBot
  return undefined
}
