import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from './api.ts'
import { describeRefusal } from './describe-failure.ts'

export interface Change<Input, Made> {
  /** Resolves with what the change made; null where it failed, which `failure` then tells of. */
  run: (input: Input) => Promise<Made | null>
  running: boolean
  /** A sentence for the person at the screen. */
  failure: string | null
}

/** Changes something on the server; answers `about` any of these are then asked for anew. */
export function useChange<Input, Made>(
  about: readonly string[],
  change: (api: Api, input: Input) => Promise<Made>,
): Change<Input, Made> {
  const api = useApi()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: Input) => change(api, input),
    networkMode: 'always',
    // After a failure as well: what was shown may be why it failed.
    onSettled: () => {
      for (const name of about) void queries.invalidateQueries({ queryKey: [name] })
    },
  })
  return {
    async run(input) {
      try {
        return await mutation.mutateAsync(input)
      } catch (error) {
        console.warn('Failed to change what was asked for', error)
        return null
      }
    },
    running: mutation.isPending,
    failure: mutation.isError ? describeRefusal(mutation.error) : null,
  }
}
