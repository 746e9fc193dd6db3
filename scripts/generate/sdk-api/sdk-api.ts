import manifest from '../../../client-sdk/package.json' with { type: 'json' }
import { code, generatedFrom } from '../markdown.ts'
import { sdkRouterTypes } from '../sdk-types.ts'
import { valuesFor } from '../values.ts'
import { exportsOf, membersOf } from './exports.ts'
import { areasIn } from './operations.ts'
import { outputsOf } from './outputs.ts'
import { lines, readSdkSource, readSource } from './source.ts'

/** The whole surface of the SDK on one page: for people who search it, and for assistants. */
export function sdkApi(): string {
  const router = readSource('router.ts', sdkRouterTypes())
  const areas = areasIn([
    { source: router, type: 'AppRouter' },
    { source: readSdkSource('files/file-operations.ts'), type: 'FileAreas' },
  ])
  const sections = [...areas].map(([area, entries]) => `### ${area}\n\n${entries.join('\n')}`)

  return `${generatedFrom('client-sdk/src and server/router.ts')}

# The API of @lyceum/sdk

All that the package has, by name; your editor shows the documentation of each.
[README.md](README.md) shows how it works together.

## The client

${exportsOf('create-lyceum.ts').values.join('\n')}
${membersOf('create-lyceum.ts', 'Lyceum', 'lyceum.')}
${membersOf('session.ts', 'SessionView', 'lyceum.session.')}

The fields of \`LyceumOptions\`:

${membersOf('create-lyceum.ts', 'LyceumOptions', '')}

## Functions and types

${exportsOf('index.ts', ['createLyceum', 'Lyceum', 'LyceumOptions', 'SessionView']).text}

${entryPoints().join('\n\n')}

### ${manifest.name}/values

${lines(`The values of the API's enumerations, for choices and filters: ${namesFor('learners')}.`)}

### ${manifest.name}/staff-values

${lines(`Those that only operations for staff have: ${namesFor('staff')}.`)}

## Operations

\`query(input, options?)\` reads, and is retried. \`mutate(input, options?)\` changes something, and is
retried where it says so: "with a key" means that it takes an \`idempotencyKey\` among its options,
beside \`signal\` and \`timeoutMilliseconds\`, and can end with IdempotencyKeyInUse and
IdempotencyKeyReused. You can leave out fields with \`?\`, and an input that is followed by \`?\`. The
package exports the types that are named here, and those of any operation as
\`Inputs['cart']['add']\` and \`Outputs['cart']['add']\`. Named last are an operation's own errors, to
which come those of the token, of fields, of limits and of the connection.

${sections.join('\n\n')}

## Fields of answers

What a learner's app shows. A type that ends with \`List\` is \`{ items, nextCursor }\`;
\`CourseSummary\`, \`AttemptSummary\` and \`EarnedCertificate\` have some of the fields. Those with \`?\`
may be absent; which ones a \`Lesson\` or an \`AttemptQuestion\` has depends on its \`type\`.

${outputsOf(router)}
`
}

function namesFor(readers: Parameters<typeof valuesFor>[0]): string {
  return valuesFor(readers)
    .map(([name]) => code(name))
    .join(', ')
}

/** The further entry points of the package. */
function entryPoints(): string[] {
  const names = Object.keys(manifest.exports).map((path) => path.replace('./', ''))
  return names
    .filter((name) => !['.', 'package.json', 'values', 'staff-values'].includes(name))
    .map((name) => `### ${manifest.name}/${name}\n\n${exportsOf(`${name}.ts`).text}`)
}
