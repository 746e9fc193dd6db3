import type { z } from 'zod'
import type { Context, Deps } from '../../server/context.ts'
import type { CommandEntry, Described } from './command-entry.ts'
import type { Columns, Lists, Page } from './results.ts'

/** What was typed, by the names of arguments and options. */
export type Typed = Readonly<Record<string, unknown>>

/** A command that does what an operation does: its input is read, and its answer is shown. */
export interface OperationCommand<Answer>
  extends Pick<CommandEntry, 'name' | 'about' | 'care' | 'notes' | 'examples'> {
  /** Its path in the router. `npm run generate` writes down the fields of its input. */
  operation: string
  /** Fields of the input, or what stands for them (`field`). */
  arguments?: readonly (string | Described)[]
  /** Options that are not called as their field, or that the operation does not know. */
  options?: Readonly<Record<string, string | Described>>
  /** Fields of which one must be given, or there is nothing to do. */
  needsOneOf?: readonly string[]
  /** Fields that are no option. */
  without?: readonly string[]
  /** The answer in one sentence; otherwise all that is in it is shown. */
  says?: (answer: Answer, typed: Typed, changed: boolean) => string
  /** The answer gets `changed`: whether the operation found anything to do. */
  tellsChange?: true
  /** How the lists of an answer are shown. */
  lists?: Lists<Answer>
  /** How a list is shown: to its end, or up to `--limit`. */
  columns?: Columns<Answer extends Page<infer Item> ? Item : never>
  /** Said where the list is empty. */
  none?: string | ((typed: Typed) => string)
}

/** Loads the schema of the input, and the function that the operation calls. */
export type Load<Input, Answer> = () => Promise<
  readonly [z.ZodType<Input>, (deps: OperatorDeps, input: Input) => Promise<Answer>]
>

/** What an operation has of its caller where that is the operator, who is nobody's account. */
export type OperatorDeps = Deps & Pick<Context, 'outcome'>

/** What the command takes, and how it shows what comes of it. */
export interface Performance {
  load: Load<object, object>
  args: readonly Described[]
  options: readonly Described[]
  shows: Pick<
    OperationCommand<object>,
    'says' | 'lists' | 'columns' | 'none' | 'needsOneOf' | 'tellsChange'
  >
}
