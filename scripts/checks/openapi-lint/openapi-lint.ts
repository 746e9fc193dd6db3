import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeApi } from '../../../server/http/openapi/openapi.ts'

/*
 * Lints the OpenAPI document of a production server with Redocly (recommended-strict, with the
 * exceptions in redocly-exceptions.yaml) and Spectral (spectral:oas). Warnings are errors.
 */
const root = join(import.meta.dirname, '../../..')
/** Fetched when it is needed: with all it depends on, it weighs 60 MB. */
const spectral = '@stoplight/spectral-cli@6.16.3'
const folder = await mkdtemp(join(tmpdir(), 'lyceum-openapi-'))
try {
  const document = join(folder, 'openapi.json')
  await writeFile(document, JSON.stringify(describeApi('https://learn.lyceum.test'), null, 2))
  await copyFile(
    join(import.meta.dirname, 'redocly-exceptions.yaml'),
    join(folder, '.redocly.lint-ignore.yaml'),
  )
  await report('redocly', [
    join(root, 'node_modules/.bin/redocly'),
    'lint',
    '--extends',
    'recommended-strict',
    '--format',
    'stylish',
    document,
  ])
  await report('spectral', [
    'npx',
    '--yes',
    spectral,
    'lint',
    '--fail-severity',
    'hint',
    '--ruleset',
    join(import.meta.dirname, 'spectral.yaml'),
    document,
  ])
} finally {
  await rm(folder, { recursive: true })
}

async function report(tool: string, [command = '', ...args]: string[]): Promise<void> {
  // Outside the project, because both tools read settings from the folder they start in.
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    SCARF_ANALYTICS: 'false',
    npm_config_ignore_scripts: 'true',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  const { failed, output } = await promisify(execFile)(command, args, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
      failed: true,
      output: stdout + stderr,
    }),
  )
  process.stdout.write(`${tool}\n${output.trim()}\n\n`)
  if (failed) process.exitCode = 1
}
