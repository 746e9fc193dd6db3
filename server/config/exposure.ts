import { isLoopbackHost } from '../../lib/loopback.ts'

/** The settings that decide what strangers can reach and read. */
export interface ExposureSettings {
  HOST: string
  PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  SMTP_REQUIRE_TLS?: boolean | undefined
  CORS_ORIGINS?: string[] | undefined
  RATE_LIMIT_SCALE: number
  ALLOW_PUBLIC_DEVELOPMENT: boolean
}

/** Lists problems of development: it has known passwords, a public mailbox and free payments. */
export function developmentProblems(settings: ExposureSettings): string[] {
  if (settings.ALLOW_PUBLIC_DEVELOPMENT) return []
  const remedy =
    'set NODE_ENV=production, or ALLOW_PUBLIC_DEVELOPMENT=true if strangers may read all mails ' +
    'and sign in as the demo administrator'
  const problems: string[] = []
  if (!isLoopbackHost(settings.HOST))
    problems.push(`HOST: development listens on this machine only, such as 127.0.0.1; ${remedy}`)
  if (settings.PUBLIC_URL?.startsWith('https:') === true)
    problems.push(`PUBLIC_URL: https is for production; ${remedy}`)
  return problems
}

/** Lists what is so unsafe that production does not start with it. */
export function productionExposureProblems(settings: ExposureSettings): string[] {
  const problems: string[] = []
  if (isPlainHttp(settings.PUBLIC_URL) && !isOnThisMachine(settings.PUBLIC_URL))
    problems.push('PUBLIC_URL: must begin with https:// in production: it carries passwords')
  if (settings.RATE_LIMIT_SCALE > highestScale)
    problems.push(`RATE_LIMIT_SCALE: at most ${highestScale} in production: limits stop guessing`)
  return problems
}

/** Lists what production starts with, but an operator should have decided on purpose. */
export function exposureWarnings(settings: ExposureSettings): string[] {
  const warnings: string[] = []
  if (isPlainHttp(settings.PUBLIC_URL))
    warnings.push('PUBLIC_URL: begins with http://, which only this machine itself may use')
  if (settings.CORS_ORIGINS?.includes('*') === true)
    warnings.push(
      'CORS_ORIGINS: * lets pages of every origin call the service; name your frontends',
    )
  if (settings.RATE_LIMIT_SCALE > 10)
    warnings.push('RATE_LIMIT_SCALE: more than ten times as many guesses are allowed')
  if (isPlainSmtp(settings.SMTP_URL) && !requiresTls(settings, { production: true }))
    warnings.push('SMTP_URL: mails with one-time codes may travel without TLS; use smtps://')
  return warnings
}

const highestScale = 100

/** Returns the default: true in production, except to a mail server on this machine. */
export function requiresTls(
  { SMTP_URL, SMTP_REQUIRE_TLS }: ExposureSettings,
  { production }: { production: boolean },
): boolean {
  return SMTP_REQUIRE_TLS ?? (production && isPlainSmtp(SMTP_URL))
}

/** Whether the connection to the mail server begins without TLS and leaves this machine. */
function isPlainSmtp(url: string | undefined): boolean {
  return url?.startsWith('smtp:') === true && !isOnThisMachine(url)
}

function isPlainHttp(url: string | undefined): url is string {
  return url?.startsWith('http:') === true
}

function isOnThisMachine(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}
