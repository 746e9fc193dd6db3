import { isLyceumError } from '@lyceum/sdk'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { messageOf } from '../ui/error-text.ts'
import { toast } from '../ui/toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The message on success. */
      done?: string
      /** Set when the component shows errors itself, such as a form at its fields. */
      showsErrors?: boolean
      /** Set for what the reader pressed: it goes on after a session that had ended. */
      isPressed?: boolean
      /** Set when no other query can be affected: nothing is read again. */
      changesNothingElse?: boolean
    }
  }
}

/**
 * Holds what the server answered. After each change everything on the page is read again: the
 * server knows what changed, so pages need not.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // The SDK retries by itself.
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _input, _context, { meta }) => {
      const isAbort = isLyceumError(error) && error.name === 'Aborted'
      if (meta?.showsErrors !== true && !isAbort) toast({ tone: 'bad', text: messageOf(error) })
    },
    onSuccess: async (_data, _input, _context, { meta }) => {
      if (meta?.done !== undefined) toast({ tone: 'good', text: meta.done })
      if (meta?.changesNothingElse !== true) await queryClient.invalidateQueries()
    },
  }),
})
