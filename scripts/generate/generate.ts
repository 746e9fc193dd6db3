import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { auditEventsPage } from './audit-events.ts'
import { commandFields } from './command-fields.ts'
import { errorsPage } from './errors.ts'
import { eventsPage } from './events.ts'
import { sdkInputs, sdkStaffInputs } from './inputs.ts'
import { limitsPage } from './limits.ts'
import { openApiDocument } from './openapi.ts'
import { placesPage } from './places.ts'
import { sdkApi } from './sdk-api/sdk-api.ts'
import { sdkCurrencies, sdkErrors, sdkEvents, sdkOperations, sdkRouterTypes } from './sdk-types.ts'
import { configurationPage, environmentExample } from './settings.ts'
import { teachingPage } from './teaching.ts'
import { sdkStaffValues, sdkValues } from './values.ts'

/** Files that repeat, for people or for other compilers, what one place in the code decides. */
const generatedFiles = {
  '.env.example': environmentExample,
  'client-sdk/api.md': sdkApi,
  'client-sdk/src/generated/currencies.ts': sdkCurrencies,
  'client-sdk/src/generated/errors.ts': sdkErrors,
  'client-sdk/src/generated/events.ts': sdkEvents,
  'client-sdk/src/generated/inputs.ts': sdkInputs,
  'client-sdk/src/generated/operations.ts': sdkOperations,
  'client-sdk/src/generated/router.ts': sdkRouterTypes,
  'client-sdk/src/generated/staff-inputs.ts': sdkStaffInputs,
  'client-sdk/src/generated/staff-values.ts': sdkStaffValues,
  'client-sdk/src/generated/values.ts': sdkValues,
  'docs/audit-events.md': auditEventsPage,
  'docs/configuration.md': configurationPage,
  'docs/errors.md': errorsPage,
  'docs/events.md': eventsPage,
  'docs/limits.md': limitsPage,
  'docs/teaching.md': teachingPage,
  'docs/places.md': placesPage,
  'docs/openapi.json': openApiDocument,
  'scripts/cli/generated/operations.json': commandFields,
}

const { check } = new Command('generate')
  .description('Writes the generated files.')
  .option('--check', 'write nothing; name the files that are out of date and exit with 1')
  .parse()
  .opts<{ check?: true }>()

const folder = new URL('../../', import.meta.url)
for (const [name, make] of Object.entries(generatedFiles)) {
  const file = new URL(name, folder)
  const content = make()
  const present = await readFile(file, 'utf8').catch(() => undefined)
  if (present === content) continue

  if (check) {
    process.stderr.write(`${name} is stale: run \`npm run generate\`\n`)
    process.exitCode = 1
  } else {
    await mkdir(new URL('./', file), { recursive: true })
    await writeFile(file, content)
    process.stdout.write(`wrote ${name}\n`)
  }
}
