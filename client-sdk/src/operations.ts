import { idempotentOperations } from './generated/operations.ts'
import type { AppRouter } from './generated/router.ts'

/** Options of a single call. */
export interface CallOptions {
  /**
   * Aborts the call: it rejects with Aborted at once, or with Timeout for an
   * `AbortSignal.timeout()`.
   */
  signal?: AbortSignal | undefined
  /** Instead of the client's. */
  timeoutMilliseconds?: number | undefined
}

/** Options of a call that may be sent again without being done again. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * 16 to 255 visible ASCII characters. Default: a new one for each call, the same for all its
   * tries. Give your own to go on after a restart: with the same input it is answered as it was the
   * first time, for 72 hours.
   */
  idempotencyKey?: string | undefined
}

/** What a call is given: an input with nothing in it may be left out. */
type CallArguments<Input, Options = CallOptions> =
  Record<never, never> extends Input
    ? [input?: Input, options?: Options]
    : [input: Input, options?: Options]

/** Reads; is tried again where the failure is one that passes. */
export interface Query<Input, Output> {
  query(...args: CallArguments<Input>): Promise<Output>
}

/** Changes something; is sent once, unless it takes an idempotency key. */
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

type Areas = AppRouter['_def']['record']

/**
 * Every operation of Lyceum: `lyceum.cart.add.mutate({ courseId })`, `lyceum.courses.list.query()`.
 */
export type Operations = {
  [Area in keyof Areas]: {
    [Name in keyof Areas[Area]]: Callable<Areas[Area][Name], `${Area & string}.${Name & string}`>
  }
}

type SideOf<Side extends 'input' | 'output'> = {
  [Area in keyof Areas]: {
    [Name in keyof Areas[Area]]: Areas[Area][Name] extends {
      _def: { $types: Record<Side, infer Type> }
    }
      ? Type
      : never
  }
}

/** What goes into each operation: `Inputs['auth']['register']`. */
export type Inputs = SideOf<'input'>

/** What comes out of each operation: `Outputs['courses']['list']`. */
export type Outputs = SideOf<'output'>

export type Kind = 'query' | 'mutation'

type IdempotentOperation = keyof typeof idempotentOperations

export function isIdempotent(operation: string): boolean {
  return Object.hasOwn(idempotentOperations, operation)
}

export type Call = (
  kind: Kind,
  operation: string,
  input: unknown,
  options: IdempotentCallOptions | undefined,
) => Promise<unknown>

/**
 * Turns `area.name.query(input, options)` into a call; which areas and names there are only the
 * compiler knows.
 */
export function operationsBy(call: Call): Operations {
  return proxyOf((area) =>
    proxyOf((name) => ({
      query: (input: unknown, options?: CallOptions) =>
        call('query', `${area}.${name}`, input, options),
      mutate: (input: unknown, options?: IdempotentCallOptions) =>
        call('mutation', `${area}.${name}`, input, options),
    })),
  ) as Operations
}

function proxyOf(valueAt: (key: string) => unknown): object {
  const values = new Map<string, unknown>()
  return new Proxy(
    {},
    {
      get: (_target, key) => {
        // With a `then` it would be taken for a promise wherever it is awaited or returned.
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined
        if (!values.has(key)) values.set(key, valueAt(key))
        return values.get(key)
      },
    },
  )
}
