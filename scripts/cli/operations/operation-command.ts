import type { CommandEntry, Described } from '../command-entry.ts'
import generated from '../generated/operations.json' with { type: 'json' }
import type { Load, Mirror, Shows } from './mirror.ts'

/** A command whose arguments and options are those of an operation. */
interface LikeOperation
  extends Omit<CommandEntry, 'arguments' | 'options' | 'mirror' | 'commands'> {
  /** Fields of the input, or what stands for them (`field`). */
  arguments?: readonly (string | Described)[]
  /** Options that are not called as their field, or that the operation does not know. */
  options?: Readonly<Record<string, string | Described>>
  /** Fields that are no option. */
  without?: readonly string[]
}

/** Takes the schema and the function, by their names, from modules that are loaded when it runs. */
export function loading<Modules>(load: () => Promise<Modules>) {
  return <Schema extends keyof Modules, Name extends keyof Modules>(schema: Schema, does: Name) =>
    async () => {
      const modules = await load()
      return [modules[schema], modules[does]] as const
    }
}

/** A command that mirrors an operation, or a function like one: reads its input, shows its answer. */
interface OperationCommand<Answer> extends Shows<Answer>, LikeOperation {}

const operations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = generated

export function operationCommand<Input extends object, Answer extends object>(
  load: Load<Input, Answer>,
  command: OperationCommand<NoInfer<Answer>>,
): CommandEntry {
  // Each command reads its own input, and shows its own answer.
  return { ...likeOperation(command), mirror: { load, shows: command } as unknown as Mirror }
}

/** Describes a command that takes what an operation takes, and does more with it (`run`). */
export function likeOperation(command: LikeOperation): CommandEntry {
  const fields = (operations[command.operation ?? ''] ?? {}) as Record<string, Described>
  const args = (command.arguments ?? []).map((argument) =>
    typeof argument === 'string' ? argumentOf(argument, fields[argument]) : argument,
  )
  const named = Object.entries(command.options ?? {}).map(([field, option]) =>
    optionOf(field, option, fields[field]),
  )
  const left = [...args, ...named].map(([, , more]) => more?.field).concat(command.without ?? [])
  const others = Object.entries(fields).filter(([field]) => !left.includes(field))
  const options = [...named, ...others.map(([field, option]) => optionOf(field, option, option))]
  return { ...command, arguments: args, options }
}

function argumentOf(field: string, [, about, more]: Described = ['', '']): Described {
  const { required: _, ...rest } = more ?? {}
  return [`<${field}>`, about, { ...rest, field }]
}

/** Describes an option, with its own flags or wording where it differs from the schema. */
function optionOf(field: string, given: string | Described, known?: Described): Described {
  const [flags, about, more] = typeof given === 'string' ? [given] : given
  return [flags, about ?? known?.[1] ?? '', { ...(more ?? known?.[2]), ...(known && { field }) }]
}
