import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Settings } from '../../server/config/config.ts'
import { OAuthProviderSettings } from '../../server/config/oauth-settings.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

const source =
  '`Settings` in server/config/config.ts and `OAuthProviderSettings` in server/config/oauth-settings.ts'

export function environmentExample(): string {
  const entries = settings().map(({ name, description, choices, standard = '' }) => {
    const value = /\s/.test(standard) ? JSON.stringify(standard) : standard
    return [
      `# ${description}`,
      ...(choices.length === 0 ? [] : [`# One of: ${choices.join(', ')}`]),
      `# ${name}=${value}`,
    ].join('\n')
  })
  return `# Generated from ${source} by \`npm run generate\`. Do not edit.

# Every setting of Lyceum, with its default. All of them may be left out, except in production those that say so.

${entries.join('\n\n')}

# Third parties that people sign in with, any number of them: put a name in the place of NAME, like GOOGLE, MICROSOFT, GITHUB or MY_SCHOOL.

${providerSettings()
  .map(({ name, description }) => `# ${description}\n# ${name}=`)
  .join('\n\n')}
`
}

export function configurationPage(): string {
  return `${generatedFrom(source)}

# Configuration

Lyceum is configured by environment variables. All have a default for development; an empty one counts as not set.
With \`NODE_ENV=production\` the server refuses to start while something that production needs is missing or unsafe, and names it.
\`npm run lyceum -- doctor\` checks the present settings.

${markdownTable(['Setting', 'Meaning', 'Default'], settings().map(rowOf))}

## Third parties that people sign in with

Any number of them: put a name in capitals in the place of \`NAME\`, with \`_\` between words. It stands in addresses (\`MY_SCHOOL\` as \`my-school\`). \`GOOGLE\`, \`MICROSOFT\` and
\`GITHUB\` need no more than id and secret; [operations.md](operations.md) says where to get them.

${markdownTable(['Setting', 'Meaning', 'Default'], providerSettings().map(rowOf))}
`
}

function rowOf({ name, description, choices, standard }: Setting): string[] {
  const values = choices.length === 0 ? '' : ` One of ${choices.map(code).join(', ')}.`
  // A default that depends on other settings stands in the description.
  const [meaning = '', computed] = description.split(/\.? Default: /)
  return [code(name), `${meaning}.${values}`, standard ? code(standard) : (computed ?? 'none')]
}

interface Setting {
  name: string
  description: string
  /** Empty where the values cannot be listed. */
  choices: string[]
  /** The default as it would be typed; undefined where there is none. */
  standard: string | undefined
}

function settings(): Setting[] {
  const { properties = {} } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' })
  const defaults: Record<string, unknown> = Settings.parse({})
  return Object.entries(Settings.shape).map(([name, schema]) => {
    const described = properties[name]
    if (schema.description === undefined) throw new Error(`The setting ${name} has no description.`)
    const choices =
      typeof described === 'object' && described.enum !== undefined
        ? described.enum.map(String)
        : []
    return {
      name,
      description: schema.description,
      choices,
      standard: typed(name, schema, defaults[name]),
    }
  })
}

function providerSettings(): Setting[] {
  return Object.entries(OAuthProviderSettings.shape).map(([part, { description }]) => {
    if (description === undefined)
      throw new Error(`The setting OAUTH_<NAME>_${part} has no description.`)
    return { name: `OAUTH_NAME_${part}`, description, choices: [], standard: undefined }
  })
}

/** What one would type to get the value. */
function typed(name: string, schema: z.ZodType, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const ways = [
    String(value),
    ...(typeof value === 'number' ? [`${value / 3_600_000}h`, `${value / 1000}s`] : []),
  ]
  const text = ways.find((way) => isDeepStrictEqual(schema.safeParse(way).data, value))
  if (text === undefined)
    throw new Error(`It is not known how the default of ${name} would be typed.`)
  return text
}
