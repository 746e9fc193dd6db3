import { readPlainAnswer } from './answers.ts'
import type { OutgoingCall } from './batches.ts'
import { LyceumError } from './errors.ts'
import { fileOperations } from './generated/operations.ts'
import type { Session } from './session.ts'
import type { FetchInit, Transport } from './transport.ts'

type FileOperation = keyof typeof fileOperations

export function isFileOperation(operation: string): operation is FileOperation {
  return Object.hasOwn(fileOperations, operation)
}

/** Sends calls whose input or answer is a file, which tRPC's links cannot carry, to their route. */
export function createFileSender({
  baseUrl,
  transport,
  session,
}: {
  baseUrl: string
  transport: Transport
  session: Session
}) {
  return async ({ operation, input, signal, caller }: OutgoingCall): Promise<unknown> => {
    const { method, path, requiresToken, answer: type } = fileOperations[operation as FileOperation]
    const values = { ...(input as FileInput) }
    const body = values.zip ?? values.bytes
    const route = filled(path, values)
    const token = requiresToken ? await session.tokenFor(caller) : undefined
    const init: FetchInit = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(values.revision !== undefined && { 'if-match': `"r${values.revision}"` }),
        // Also without a type of the Blob, which a picked file may lack.
        ...(values.zip !== undefined && { 'content-type': 'application/zip' }),
        ...(values.bytes !== undefined && { 'content-type': 'application/octet-stream' }),
        ...(values.range !== undefined && { 'content-range': values.range }),
      },
      ...(body !== undefined && { body }),
      signal,
    }
    const query =
      values.version === undefined ? '' : `?version=${encodeURIComponent(values.version)}`
    return transport({
      operations: [operation],
      url: `${baseUrl}${route}${query}`,
      init,
      read: async (answer) => ({
        result: await readPlainAnswer(answer, { baseUrl, type }),
        errors: [],
      }),
    })
  }
}

interface FileInput {
  version?: string | number
  revision?: number
  zip?: Blob
  range?: string
  bytes?: Blob
}

/** Puts values into the braces of a path. An empty one would lead to a different address. */
function filled(path: string, values: object): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = String((values as Record<string, unknown>)[name] ?? '').trim()
    if (value === '')
      throw new LyceumError('InvalidFields', `The input cannot be sent: ${name} is required.`, {
        issues: [{ path: name, message: 'is required' }],
      })
    return encodeURIComponent(value)
  })
}
