import type { FileAreas } from './files/file-operations.ts'
import {
  idempotentOperations,
  longOperations,
  repeatableOperations,
} from './generated/operations.ts'
import type { AppRouter } from './generated/router.ts'

/** Options of a single call. */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects at once: with Timeout for an `AbortSignal.timeout()`, with
   * Aborted for all others.
   */
  signal?: AbortSignal | undefined
  /** Replaces the client's timeout for this call. */
  timeoutMilliseconds?: number | undefined
  /** The request outlives the page that is left, as `fetch` can: with an input of 60 kB at most. */
  keepalive?: boolean | undefined
}

/** Options of a call that takes an idempotency key. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. Default: a new key for each call, the same for all its
   * tries. Pass your own to continue after a restart: for 72 hours the same key and input get the
   * first answer again, and nothing is done twice.
   */
  idempotencyKey?: string | undefined
}

/** The arguments of a call; you can leave out an empty input. */
type CallArguments<Input, Options = CallOptions> =
  Record<never, never> extends Input
    ? [input?: Input, options?: Options]
    : [input: Input, options?: Options]

/** An operation that reads. It is retried after temporary failures. */
export interface Query<Input, Output> {
  query(...args: CallArguments<Input>): Promise<Output>
}

/**
 * An operation that changes something. It is sent once, unless it takes an idempotency key or is
 * safe to repeat.
 */
export interface Mutation<Input, Output, Options = CallOptions> {
  mutate(...args: CallArguments<Input, Options>): Promise<Output>
}

interface ProcedureTypes<Type, Input, Output> {
  _def: { type: Type; $types: { input: Input; output: Output } }
}

type Callable<Procedure, Path> =
  Procedure extends ProcedureTypes<'query', infer Input, infer Output>
    ? Query<Input, Output>
    : Procedure extends ProcedureTypes<'mutation', infer Input, infer Output>
      ? Mutation<
          Input,
          Output,
          Path extends IdempotentOperation ? IdempotentCallOptions : CallOptions
        >
      : never

type Areas = AppRouter['_def']['record'] & FileAreas

type OperationsOf<Area, Path extends string = ''> = {
  [Name in keyof Area]: Area[Name] extends { _def: object }
    ? Callable<Area[Name], `${Path}${Name & string}`>
    : OperationsOf<Area[Name], `${Path}${Name & string}.`>
}

/**
 * Every operation of Lyceum: `lyceum.cart.add.mutate({ courseId })`, `lyceum.courses.list.query()`.
 */
export type Operations = OperationsOf<Areas>

type SideOf<Area, Side extends 'input' | 'output'> = {
  [Name in keyof Area]: Area[Name] extends { _def: { $types: Record<Side, infer Type> } }
    ? Type
    : SideOf<Area[Name], Side>
}

/** The input of each operation: `Inputs['auth']['register']`. */
export type Inputs = SideOf<Areas, 'input'>

/** The output of each operation: `Outputs['courses']['list']`. */
export type Outputs = SideOf<Areas, 'output'>

export type Kind = 'query' | 'mutation'

type IdempotentOperation = (typeof idempotentOperations)[number]

export function isIdempotent(operation: string): boolean {
  return idempotentOperations.some((name) => name === operation)
}

export function isRepeatable(operation: string): boolean {
  return repeatableOperations.some((name) => name === operation)
}

/** Whether the server takes longer inputs of the operation, though only outside of batches. */
export function isLong(operation: string): boolean {
  return longOperations.includes(operation)
}

export type CallOperation = (
  kind: Kind,
  operation: string,
  input: unknown,
  options: IdempotentCallOptions | undefined,
) => Promise<unknown>

/** The key under which operations and areas answer `@lyceum/sdk/query`, a bundle of its own. */
export const aboutKey: unique symbol = Symbol.for('@lyceum/sdk/about')

export interface About {
  /** The dotted name, such as `cart.add`, or `cart` for an area. */
  path: string
  /** The id of the user whose data the page shows: null for nobody, undefined while unknown. */
  userId(): string | null | undefined
}

/**
 * Creates an object on which `area.name.query(input, options)` calls the operation, and
 * `area.inner.name.query(input, options)` one of an area inside another. Only the compiler knows
 * which areas and names exist.
 */
export function createOperations(call: CallOperation, userId: About['userId']): Operations {
  const under = (path: string): object =>
    proxyOf({ path, userId }, (name) => {
      if (name === 'query')
        return (input: unknown, options?: CallOptions) => call('query', path, input, options)
      if (name === 'mutate')
        return (input: unknown, options?: IdempotentCallOptions) =>
          call('mutation', path, input, options)
      return under(path === '' ? name : `${path}.${name}`)
    })
  return under('') as Operations
}

function proxyOf(about: About, valueAt: (key: string) => unknown): object {
  const values = new Map<string, unknown>()
  return new Proxy(
    {},
    {
      get: (_target, key) => {
        if (key === aboutKey) return about
        // With a `then`, `await` and `return` in async functions would take it for a promise.
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined
        if (!values.has(key)) values.set(key, valueAt(key))
        return values.get(key)
      },
    },
  )
}
