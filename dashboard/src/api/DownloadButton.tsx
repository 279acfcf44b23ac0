import { ChangeFailed } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useApiMutation } from './queries.ts'

interface DownloadButtonProps {
  url: () => string
  /** File name. */
  name: string
  tone?: 'plain' | 'link'
  /** Tells several buttons on a page apart, for screen readers. */
  what?: string
}

/** Saves a list as a CSV file. */
export function DownloadButton({ url, name, tone = 'plain', what }: DownloadButtonProps) {
  const download = useApiMutation((api, url: string) => api.download(url))
  return (
    <>
      <Button
        tone={tone}
        aria-label={what && `Export as CSV: ${what}`}
        busy={download.running}
        onClick={() => void download.run(url()).then((file) => file && saveFile(file, name))}
      >
        {download.running ? 'Exporting…' : 'Export CSV'}
      </Button>
      <ChangeFailed of={[download]} />
    </>
  )
}
