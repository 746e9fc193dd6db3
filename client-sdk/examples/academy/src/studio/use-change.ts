import { type MutationOperation, mutationOptions } from '@lyceum/sdk/query'
import { type MutationMeta, useMutation } from '@tanstack/react-query'

/** An operation that changes something, as a function for forms and buttons. */
export function useChange<Arguments extends unknown[], Output>(
  operation: MutationOperation<Arguments, Output>,
  meta: MutationMeta = {},
) {
  return useMutation({ ...mutationOptions(operation), meta }).mutateAsync
}
