import type { CommandEntry } from '../../command-entry.ts'

const actions = () => import('../../actions/settings.ts')

export const settingsCommands: CommandEntry = {
  name: 'settings',
  about: "Exports and imports the school's own settings, which the desk keeps.",
  examples: ['export --output school.json', 'import school.json --dry-run'],
  commands: [
    {
      name: 'export',
      about:
        'Writes what the desk keeps as a file: without what the environment fixes, and without ' +
        'secrets.',
      options: [['--output <file>', 'file to write. Default: standard output']],
      examples: ['--output school.json'],
      run: async () => (await actions()).exportToFile,
    },
    {
      name: 'import',
      about:
        'Replaces all that the desk keeps by such a file. Running servers have it within seconds.',
      arguments: [['<file>', 'file that `settings export` wrote']],
      care: { asks: 'Replace the settings of the school?', word: 'replace' },
      examples: ['school.json --dry-run', 'school.json'],
      run: async () => (await actions()).importFromFile,
    },
  ],
}
