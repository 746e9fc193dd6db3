import { Argument, type Command } from 'commander'
import { completionScript, type Shell, shells } from '../completion.ts'
import { examples } from '../help.ts'
import { surroundings } from '../surroundings.ts'

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Prints a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText(
      'after',
      `
In this folder the command is npx lyceum, and in the image lyceum. To have it
everywhere, define it in the file of your shell, such as ~/.bashrc, and load it there:

  lyceum() { npm run --silent --prefix /path/to/lyceum lyceum -- "$@"; }
  eval "$(lyceum completion bash)"         # bash and zsh
  lyceum completion fish | source          # fish, with a function of its own
${examples('completion bash', 'completion zsh')}`,
    )
    .action((shell: Shell) => {
      surroundings().stdout.write(completionScript(program, shell))
    })
}
