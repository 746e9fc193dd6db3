import { readPlainAnswer } from '../answers.ts'
import { LyceumError } from '../errors.ts'
import { fileOperations } from '../generated/operations.ts'
import type { Session } from '../session.ts'
import type { OutgoingCall } from '../transport/batches.ts'
import type { FetchInit, Transport } from '../transport/transport.ts'

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
  return async (call: OutgoingCall): Promise<unknown> => {
    const { operation, input, signal, caller, idempotencyKey } = call
    const [method = '', path = '', type = '', access] =
      fileOperations[operation as FileOperation].split(' ')
    const { zip, bytes, csv, range, revision, ...values } = { ...(input as FileInput) }
    const body = zip ?? bytes ?? csv
    const route = filled(path, values)
    const token = access !== 'open' ? await session.tokenFor(caller) : undefined
    const init: FetchInit = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(revision !== undefined && { 'if-match': `"r${revision}"` }),
        // Set even if the Blob has no type, as a picked file may.
        ...(zip !== undefined && { 'content-type': 'application/zip' }),
        ...(bytes !== undefined && { 'content-type': 'application/octet-stream' }),
        ...(csv !== undefined && { 'content-type': 'text/csv' }),
        ...(range !== undefined && { 'content-range': range }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      signal,
    }
    return transport({
      operations: [operation],
      url: `${baseUrl}${route}${queryOf(path, values)}`,
      init,
      read: async (answer) => ({
        result: await readPlainAnswer(answer, { baseUrl, type }),
        errors: [],
      }),
    })
  }
}

interface FileInput {
  revision?: number
  zip?: Blob
  range?: string
  bytes?: Blob
  csv?: Blob
}

/** Parameters outside the path. React Native has no URLSearchParams that can be written. */
function queryOf(path: string, values: object): string {
  const fields = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !path.includes(`{${name}}`),
  )
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return query.length === 0 ? '' : `?${query.join('&')}`
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
