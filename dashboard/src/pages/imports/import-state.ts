import { type HistoryImport, STORING_MS } from '@half-measure/shared/stats/imported-history.ts'

type Dated = Pick<HistoryImport, 'state' | 'imported_at'>

/** Whether a file is still being stored; until then, its import cannot be deleted. */
export function isBeingStored({ state, imported_at }: Dated, now: Date): boolean {
  return state === 'storing' && now.getTime() - Date.parse(imported_at) < STORING_MS
}

/** What became of a file, and what to do if it is not imported. */
export function stateText(dated: Dated, now: Date): string {
  switch (dated.state) {
    case 'storing':
      return isBeingStored(dated, now) ? 'being imported' : 'interrupted: delete it and import the file again'
    case 'stored':
      return 'imported'
    case 'deleting':
      return 'being deleted: delete it once more if it stays'
  }
}
