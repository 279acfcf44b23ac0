import { HistoryImport, HistoryImports, HistoryPreview, ImportedHistory } from '../stats/imported-history.ts'
import { route } from './route.ts'

export const listImports = route('GET', '/api/imports', HistoryImports)
/** Both take a CSV file in place of JSON. */
export const previewImport = route('POST', '/api/imports/preview', HistoryPreview)
export const importHistory = route('POST', '/api/imports', HistoryImport)
export const deleteImport = route('DELETE', '/api/imports/:id')

export const readImported = route('GET', '/api/stats/imported', ImportedHistory)
