import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeApi } from '../../server/http/openapi/openapi.ts'
import { openFolder } from '../support/folder.ts'
import { root, run } from '../support/programs.ts'
import { report } from '../support/say.ts'

/*
 * Lints the OpenAPI document of a production server with Redocly (recommended-strict and examples,
 * with the exceptions in redocly-exceptions.yaml) and Spectral (spectral:oas). Warnings are errors.
 */
/** Fetched when it is needed: with all it depends on, it weighs 60 MB. */
const spectral = '@stoplight/spectral-cli@6.16.3'
await using opened = await openFolder('openapi')
const folder = opened.path
const document = join(folder, 'openapi.json')
await writeFile(document, JSON.stringify(describeApi('https://learn.lyceum.test'), null, 2))
for (const [from, to] of [
  ['redocly.yaml', 'redocly.yaml'],
  ['redocly-exceptions.yaml', '.redocly.lint-ignore.yaml'],
] as const)
  await copyFile(join(import.meta.dirname, from), join(folder, to))
await lint('redocly', [
  join(root, 'node_modules/.bin/redocly'),
  ...['lint', '--format', 'stylish', document],
])
await lint('spectral', [
  ...['npx', '--yes', spectral, 'lint', '--fail-severity', 'hint'],
  ...['--ruleset', join(import.meta.dirname, 'spectral.yaml'), document],
])

async function lint(tool: string, [command = '', ...args]: string[]): Promise<void> {
  // Outside the project, because both tools read settings from the folder they start in.
  const env = {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    SCARF_ANALYTICS: 'false',
    npm_config_ignore_scripts: 'true',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  await run(command, args, folder, env).then(
    (output) => report(true, tool, output || 'nothing to complain about'),
    (error: Error) => report(false, tool, error.message),
  )
}
