import type { CommandEntry, Described } from './command-entry.ts'
import generated from './generated/operations.json' with { type: 'json' }
import type { Load, OperationCommand, Performance } from './operation-entry.ts'

/** Takes the schema and the function, by their names, from modules that are loaded when it runs. */
export function loading<Modules>(load: () => Promise<Modules>) {
  return <Schema extends keyof Modules, Name extends keyof Modules>(schema: Schema, does: Name) =>
    async () => {
      const modules = await load()
      return [modules[schema], modules[does]] as const
    }
}

const performing = () => import('./perform-operation.ts')

const operations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = generated

export function operationCommand<Input extends object, Answer extends object>(
  load: Load<Input, Answer>,
  command: OperationCommand<NoInfer<Answer>>,
): CommandEntry {
  const { operation, name, about, care, notes, examples } = command
  const fields = (operations[operation] ?? {}) as Record<string, Described>
  const args = (command.arguments ?? []).map((argument) =>
    typeof argument === 'string' ? argumentOf(argument, fields[argument]) : argument,
  )
  const named = Object.entries(command.options ?? {}).map(([field, option]) =>
    optionOf(field, option, fields[field]),
  )
  const left = [...args, ...named].map(([, , more]) => more?.field).concat(command.without ?? [])
  const others = Object.entries(fields).filter(([field]) => !left.includes(field))
  const options = [...named, ...others.map(([field, option]) => optionOf(field, option, option))]
  // Each reads its own input, and shows its own answer.
  const performance = { load, args, options, shows: command } as unknown as Performance
  return {
    ...{ operation, name, about, arguments: args, options, examples },
    ...(care && { care }),
    ...(notes !== undefined && { notes }),
    schema: async () => (await load())[0],
    checks: async (given) => (await performing()).checkInput(performance, given),
    run: async () => (await performing()).actionOf(performance),
  }
}

function argumentOf(field: string, [, about, more]: Described = ['', '']): Described {
  const { required: _, ...rest } = more ?? {}
  return [`<${field}>`, about, { ...rest, field }]
}

/** With other flags, or told in other words than those of the schema. */
function optionOf(field: string, given: string | Described, known?: Described): Described {
  const [flags, about, more] = typeof given === 'string' ? [given] : given
  return [flags, about ?? known?.[1] ?? '', { ...(more ?? known?.[2]), ...(known && { field }) }]
}
