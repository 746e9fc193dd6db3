import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Settings that hold a secret, and can be read from a file that holds nothing else. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'DATABASE_REPLICA_URLS',
  'SMTP_URL',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

type SecretFileSetting = `${(typeof secretSettings)[number]}_FILE`

/** The settings that name such a file, in the order of the documentation. */
export const secretFileSettings = Object.fromEntries(
  secretSettings.map((name) => [
    `${name}_FILE`,
    z
      .string()
      .optional()
      .describe(`File that holds only ${name}, such as a mounted secret; replaces ${name}`),
  ]),
) as Record<SecretFileSetting, z.ZodOptional<z.ZodString>>

const clientSecretFile = /^OAUTH_[A-Z0-9_]+_CLIENT_SECRET_FILE$/

type Environment = Record<string, string | undefined>

/** Reads secrets from files. Each problem names a setting, never its content. */
export function readSecretFiles(given: Environment): {
  settings: Environment
  problems: string[]
} {
  const settings = { ...given }
  const problems: string[] = []
  for (const [name, file = ''] of Object.entries(given)) {
    if (!Object.hasOwn(secretFileSettings, name) && !clientSecretFile.test(name)) continue
    const secret = name.slice(0, -'_FILE'.length)
    if (given[secret] !== undefined) problems.push(`${name}: cannot be combined with ${secret}`)
    else
      try {
        settings[secret] = readFileSync(file, 'utf8').trim()
        if (settings[secret] === '') problems.push(`${name}: the file is empty`)
      } catch (error) {
        problems.push(`${name}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`)
      }
  }
  return { settings, problems }
}
