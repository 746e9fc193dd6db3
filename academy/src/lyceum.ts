import { createLyceum, localStorageTokenStore } from '@lyceum/sdk'

/** Calls the server that served these pages. */
export const lyceum = createLyceum({ baseUrl: '', tokenStore: localStorageTokenStore() })
