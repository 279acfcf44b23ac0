import { ChangeFailed } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useApiMutation } from './queries.ts'

interface DownloadButtonProps {
  url: () => string
  /** Of the file. */
  name: string
}

/** Saves a list as a CSV file. */
export function DownloadButton({ url, name }: DownloadButtonProps) {
  const download = useApiMutation((api, url: string) => api.download(url))
  return (
    <>
      <Button
        busy={download.running}
        onClick={() => void download.run(url()).then((file) => file && saveFile(file, name))}
      >
        {download.running ? 'Exporting…' : 'Export CSV'}
      </Button>
      <ChangeFailed of={[download]} />
    </>
  )
}
