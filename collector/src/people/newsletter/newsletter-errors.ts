import { ApiError } from '../../platform/api-error.ts'

export const linkNotValid = () =>
  new ApiError(
    404,
    'link_not_valid',
    'This link is not valid, or not any more. Please enter your address again to get a new one.',
  )

export const noGuide = () => new ApiError(404, 'guide_not_found', 'The guide is not here at the moment.')
