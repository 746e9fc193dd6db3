import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Settings } from '../../server/config/config.ts'
import { OAuthProviderSettings, presetNames } from '../../server/config/oauth-settings.ts'
import { settingsOfEnvironment } from '../../server/config/school-settings.ts'
import { code, generatedFrom, markdownTable, wrapped } from './markdown.ts'

const source =
  '`Settings` in server/config/config.ts, server/config/school-settings.ts and `OAuthProviderSettings` in server/config/oauth-settings.ts'

export function environmentExample(): string {
  const entries = settings().map(({ name, description, choices, standard = '' }) => {
    const value = /\s/.test(standard) ? JSON.stringify(standard) : standard
    return [
      wrapped(description, { prefix: '# ' }),
      ...(choices.length === 0 ? [] : [`# One of: ${choices.join(', ')}`]),
      `# ${name}=${value}`,
    ].join('\n')
  })
  return `${wrapped(`Generated from ${source} by \`npm run generate\`. Do not edit.`, { prefix: '# ' })}

# Every setting with its default. Set only what you need; production requires some of them.

${entries.join('\n\n')}

${wrapped(
  `Third parties to sign in with, as many as you like: replace NAME with ${presetNames.join(', ')} or a name of your own, like MY_SCHOOL.`,
  { prefix: '# ' },
)}

${providerSettings()
  .map(({ name, description }) => `${wrapped(description, { prefix: '# ' })}\n# ${name}=`)
  .join('\n\n')}
`
}

export function configurationPage(): string {
  return `${generatedFrom(source)}

# Configuration

You configure Lyceum with environment variables. In development every setting has a default; an
empty variable counts as not set. With \`NODE_ENV=production\` the server refuses to start while a
setting is missing or unsafe, and names it. \`npm run lyceum -- doctor\` checks your settings.

${markdownTable(['Setting', 'Meaning', 'Default'], settings().filter(isOperators).map(rowOf))}

## The school's own settings

An administrator changes these in the academy, at \`/desk/settings\`, while the server runs
([administration.md](administration.md#the-schools-own-settings)). One that you set here is fixed
there. BRAND_FOLDER fixes the logo and the texts that it holds.

${markdownTable(
  ['Setting', 'Meaning', 'Default'],
  settings()
    .filter((one) => !isOperators(one))
    .map(rowOf),
)}

## Third parties to sign in with

Configure as many as you like: replace \`NAME\` with a name in capitals, with \`_\` between words.
URLs contain it in lower case (\`MY_SCHOOL\` as \`my-school\`). These need only id and secret:
${presetNames.map(code).join(', ')}. [operations.md](operations.md) says where to get them.

${markdownTable(['Setting', 'Meaning', 'Default'], providerSettings().map(rowOf))}
`
}

const isOperators = ({ name }: Setting) => !(name in settingsOfEnvironment)

function rowOf({ name, description, choices, standard }: Setting): string[] {
  const values = choices.length === 0 ? '' : ` One of ${choices.map(code).join(', ')}.`
  // The description says a default that depends on other settings.
  const [meaning = '', computed] = description.split(/\.? Default: /)
  return [code(name), `${meaning}.${values}`, standard ? code(standard) : (computed ?? 'none')]
}

interface Setting {
  name: string
  description: string
  /** Empty when any value is possible. */
  choices: string[]
  /** The default as you would type it; undefined when there is none. */
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

/** The text to type for the value. */
function typed(name: string, schema: z.ZodType, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const ways = [
    String(value),
    ...(typeof value === 'number' ? [`${value / 3_600_000}h`, `${value / 1000}s`] : []),
    ...(typeof value === 'object' ? [''] : []),
  ]
  const text = ways.find((way) => isDeepStrictEqual(schema.safeParse(way).data, value))
  if (text === undefined) throw new Error(`Nobody knows how to type the default of ${name}.`)
  return text
}
