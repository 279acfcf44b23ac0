import { saveFile } from '../ui/save-file.ts'
import { useChange } from './use-change.ts'

interface Download {
  /** Fetches a file and hands it to the browser. */
  save: (path: string, name: string) => Promise<void>
  running: boolean
  failure: string | null
}

export function useDownload(): Download {
  const download = useChange([], (api, path: string) => api.download(path))
  return {
    async save(path, name) {
      const file = await download.run(path)
      if (file) saveFile(file, name)
    },
    running: download.running,
    failure: download.failure,
  }
}
