import { Annotations, Annotation, AnnotationDraft } from '../workspace/annotation.ts'
import { SavedView, SavedViewChange, SavedViewDraft, SavedViews } from '../workspace/saved-view.ts'
import { route } from './route.ts'

// Apart from `workspace.ts`, whose schemas Explore would load before its first figures.

export const listAnnotations = route('GET', '/api/annotations', Annotations)
export const createAnnotation = route('POST', '/api/annotations', Annotation, AnnotationDraft)
export const changeAnnotation = route('PATCH', '/api/annotations/:id', Annotation, AnnotationDraft)
export const deleteAnnotation = route('DELETE', '/api/annotations/:id')

export const listViews = route('GET', '/api/views', SavedViews)
export const saveView = route('POST', '/api/views', SavedView, SavedViewDraft)
export const changeView = route('PATCH', '/api/views/:id', SavedView, SavedViewChange)
export const deleteView = route('DELETE', '/api/views/:id')
