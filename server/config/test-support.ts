import { ConfigError, readConfig } from './config.ts'

/** Settings that production starts with. */
export const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://lyceum:s3cret@db.internal:5432/lyceum',
  PUBLIC_URL: 'https://learn.example.org/',
  SMTP_URL: 'smtps://mailer:s3cret@mail.internal:465',
}

/** Returns the problems of the settings, a line each; none if they are accepted. */
export function problemsWith(settings: Record<string, string>): string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}
