import type { z } from 'zod'
import type { Context, Deps } from '../../../server/context.ts'
import type { Columns, Lists, Page } from '../results.ts'

/** The typed values, by argument or option. */
export type Typed = Readonly<Record<string, unknown>>

/** How a command reads its operation's input and shows the answer. */
export interface Shows<Answer> {
  /** Makes input fields of typed values where no option is a single field. */
  reads?: (typed: Typed) => object | Promise<object>
  /** Fields of which at least one must be given. */
  needsOneOf?: readonly string[]
  /** Says the answer in one sentence; otherwise all of it is shown. */
  says?: (answer: Answer, typed: Typed, changed: boolean) => string
  /** Adds `changed` to the answer: whether the operation found anything to do. */
  tellsChange?: true
  /** How to show the lists of an answer. */
  lists?: Lists<Answer>
  /** How to show a list: to its end, or up to `--limit`. */
  columns?: Columns<Answer extends Page<infer Item> ? Item : never>
  /** Says which items to show. Default: all. */
  keeps?: (item: Answer extends Page<infer Item> ? Item : never, typed: Typed) => boolean
  /** Printed for an empty list. */
  none?: string | ((typed: Typed) => string)
}

/** Loads the input's schema, and the function behind the operation: called as the school. */
export type Load<Input, Answer> = () => Promise<
  readonly [z.ZodType<Input>, (deps: OperatorDeps, input: Input, as: 'school') => Promise<Answer>]
>

/** The operation's dependencies when the caller is the operator, who has no account. */
export type OperatorDeps = Deps & Pick<Context, 'outcome'>

export interface Mirror {
  load: Load<object, object>
  shows: Shows<object>
}
