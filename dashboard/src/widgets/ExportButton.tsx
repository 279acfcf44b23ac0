import { useChange } from '../api/use-change.ts'
import { Alert } from '../ui/Alert.tsx'
import { saveFile } from '../ui/save-file.ts'

interface ExportButtonProps {
  /** Where the server offers the file. */
  path: string
  name: string
}

/** Saves a list as a file. Who did so stands in the audit log. */
export function ExportButton({ path, name }: ExportButtonProps) {
  const download = useChange(['audit'], (api, path: string) => api.download(path))

  async function save() {
    const file = await download.run(path)
    if (file) saveFile(file, name)
  }

  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={download.running}
        onClick={() => !download.running && void save()}
      >
        {download.running ? 'Exporting…' : 'Export CSV'}
      </button>
      {download.failure !== null && <Alert tone="danger">{download.failure}</Alert>}
    </>
  )
}
