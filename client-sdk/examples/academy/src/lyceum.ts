import { createLyceum, localStorageTokenStore } from '@lyceum/sdk'
import { sessionEnd } from './session/session-end.ts'

/** Calls the server that served these pages. */
export const lyceum = createLyceum({
  baseUrl: '',
  tokenStore: localStorageTokenStore(),
  onSignedOut: (reason) => sessionEnd.set(reason),
})
