import { SignInOptions } from '../auth/single-sign-on.ts'
import { route } from './route.ts'

export const readSignInOptions = route('GET', '/api/auth/options', SignInOptions)
