import type { z } from 'zod'
import type { Context, Deps } from '../../../server/context.ts'
import type { Columns, Lists, Page } from '../results.ts'

/** What was typed, by the names of arguments and options. */
export type Typed = Readonly<Record<string, unknown>>

/** How a command reads the input of its operation, and shows the answer. */
export interface Shows<Answer> {
  /** Makes fields of the input of what was typed, where no option is one field. */
  reads?: (typed: Typed) => object | Promise<object>
  /** Fields of which one must be given, or there is nothing to do. */
  needsOneOf?: readonly string[]
  /** The answer in one sentence; otherwise all that is in it is shown. */
  says?: (answer: Answer, typed: Typed, changed: boolean) => string
  /** The answer gets `changed`: whether the operation found anything to do. */
  tellsChange?: true
  /** How the lists of an answer are shown. */
  lists?: Lists<Answer>
  /** How a list is shown: to its end, or up to `--limit`. */
  columns?: Columns<Answer extends Page<infer Item> ? Item : never>
  /** Which of them are shown; otherwise all. */
  keeps?: (item: Answer extends Page<infer Item> ? Item : never, typed: Typed) => boolean
  /** Said where the list is empty. */
  none?: string | ((typed: Typed) => string)
}

/** Loads the schema of the input, and the function that the operation calls: as the school. */
export type Load<Input, Answer> = () => Promise<
  readonly [z.ZodType<Input>, (deps: OperatorDeps, input: Input, as: 'school') => Promise<Answer>]
>

/** What an operation has of its caller where that is the operator, who is nobody's account. */
export type OperatorDeps = Deps & Pick<Context, 'outcome'>

export interface Mirror {
  load: Load<object, object>
  shows: Shows<object>
}
