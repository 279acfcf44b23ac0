import { Annotations, Annotation, AnnotationDraft } from '../workspace/annotation.ts'
import { SavedView, SavedViewDraft, SavedViews } from '../workspace/saved-view.ts'
import { route } from './route.ts'

// Apart from `workspace.ts`, whose schemas Explore would load before its first figures.

export const listAnnotations = route('GET', '/api/annotations', { response: Annotations })
export const createAnnotation = route('POST', '/api/annotations', {
  body: AnnotationDraft,
  response: Annotation,
})
export const changeAnnotation = route('PATCH', '/api/annotations/:id', {
  body: AnnotationDraft,
  response: Annotation,
})
export const deleteAnnotation = route('DELETE', '/api/annotations/:id')

export const listViews = route('GET', '/api/views', { response: SavedViews })
export const saveView = route('POST', '/api/views', { body: SavedViewDraft, response: SavedView })
export const changeView = route('PATCH', '/api/views/:id', { body: SavedViewDraft, response: SavedView })
export const deleteView = route('DELETE', '/api/views/:id')
