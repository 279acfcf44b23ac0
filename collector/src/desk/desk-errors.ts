import { ApiError } from '../platform/api-error.ts'

export const noteNotFound = () =>
  new ApiError(404, 'annotation_not_found', 'There is no such note, or not any more.')

export const viewNotFound = () =>
  new ApiError(404, 'view_not_found', 'There is no such saved view, or not any more.')

export const notViewOwner = () =>
  new ApiError(
    403,
    'not_view_owner',
    'Only the administrator who saved this view can delete it. You can stop its sharing.',
  )

export const tooManyViews = (most: number) =>
  new ApiError(409, 'too_many_views', `At most ${most} views can be kept. Delete one first.`)
