import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import {
  type CertificateConfig,
  certificateSettings,
  readCertificateConfig,
} from './certificate-settings.ts'
import { parseDuration } from './duration.ts'
import { type OAuthProviderConfig, readOAuthProviders } from './oauth-settings.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
const duration = z.string().transform((value, context) => {
  const milliseconds = parseDuration(value)
  if (milliseconds !== undefined && milliseconds >= 1000 && milliseconds <= 365 * 86_400_000)
    return milliseconds
  context.addIssue({
    code: 'custom',
    message: 'must be a duration like 12h, 15m or 90s, from one second to 365 days',
  })
  return z.NEVER
})

/**
 * What Fastify's trustProxy takes, and no other text: with a wrong one the server would not start,
 * or trust nobody.
 */
function isProxyAddress(text: string): boolean {
  const address = text.trim()
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
  return (
    isIP(address.split('/', 1)[0] ?? '') !== 0 &&
    (isIP(address) !== 0 || ipaddr.isValidCIDR(address))
  )
}

export const operationsThatMayBePublic = [
  'courses.list',
  'courses.get',
  'certificates.verify',
] as const
export type PublicOperation = (typeof operationsThatMayBePublic)[number]

/**
 * Every setting. Names, defaults and descriptions are the source of `.env.example` and
 * docs/configuration.md.
 */
export const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses to start with anything unsafe or missing'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port to listen on'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe(
      'Folder for everything the server keeps on disk: the embedded database, keys, mails in development',
    ),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address like postgres://user:password@host:5432/database',
    })
    .optional()
    .describe(
      'PostgreSQL 15 to 18. Without it a PostgreSQL of its own is started in DATA_DIR/postgres (not in production)',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://learn.example.org' })
    .optional()
    .describe(
      'Address under which people reach the service; stands on certificates and in answers. Default: http://localhost:PORT (required in production)',
    ),
  KEYS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Signing keys and secrets, as made by `npm run lyceum -- keys create`. Default: DATA_DIR/keys/keys.json, made at the first start (in production it must exist)',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@host:465' })
    .optional()
    .describe(
      'Mail server. Without it mails are written to DATA_DIR/mail and shown at /dev/mail (required in production)',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('Sender of all mails. Default: Lyceum <no-reply@ the host of PUBLIC_URL>'),
  TOKEN_TTL: duration
    .default(12 * 3_600_000)
    .describe('How long a login lasts, like 12h, 15m or 90s'),
  SESSION_IDLE_TTL: duration
    .optional()
    .describe(
      'Ends a session that nobody uses for so long, like 30m; to within a tenth of it. Default: never before TOKEN_TTL is over',
    ),
  BCRYPT_COST: z.coerce
    .number()
    .int()
    .min(10)
    .max(14)
    .default(12)
    .describe('Cost of a password hash, 10 to 14'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .positive()
    .default(1)
    .describe('Multiplies every rate limit; for load tests'),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(
      (value) => value === 'false' || value.split(',').every(isProxyAddress),
      'must be addresses like 10.0.0.0/8, or false',
    )
    .transform((value) => (value === 'false' ? false : value))
    .describe(
      'Addresses of the proxies that may say who the client is, like 10.0.0.0/8, separated by commas; false for none',
    ),
  CORS_ORIGINS: list
    .optional()
    .describe(
      'Origins of browser frontends, separated by commas; * for all. Default: * (none in production)',
    ),
  OAUTH_RETURN_URLS: list
    .pipe(z.array(z.url({ protocol: /^https?$/ }).regex(/^[^?#@\\]*$/)).min(1))
    .optional()
    .describe(
      'Addresses of the frontend to which a sign-in with a third party may come back, exactly as they are asked for, separated by commas; the first one is taken where none is asked for. Default: PUBLIC_URL/docs (required in production where there are providers)',
    ),
  OAUTH_LINK_VERIFIED_EMAILS: flag
    .default(false)
    .describe(
      'Lets a third party that vouches for an email sign in to the verified account with this email, without asking its owner to log in and link it first',
    ),
  PUBLIC_OPERATIONS: list
    .pipe(z.array(z.enum(operationsThatMayBePublic)))
    .default([])
    .describe(
      `Operations open to callers without a token, out of ${operationsThatMayBePublic.join(', ')}`,
    ),
  PAYMENT_PROVIDER: z
    .enum(['sandbox', 'stripe', 'none'])
    .optional()
    .describe(
      'Who takes payments: stripe, sandbox (a page with "pay" and "decline", not in production) or none. Default: sandbox (none in production)',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must be a secret or restricted key, which begin with sk_ or rk_')
    .optional()
    .describe(
      'Key with which Stripe is asked for payments and refunds (required with PAYMENT_PROVIDER=stripe)',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_')
    .optional()
    .describe(
      'Secret with which Stripe signs what it sends to PUBLIC_URL/api/v1/payments/stripe/webhook (required with PAYMENT_PROVIDER=stripe)',
    ),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like http://localhost:12111' })
    .optional()
    .describe('Where something answers instead of Stripe, like stripe-mock (not in production)'),
  CHECKOUT_RETURN_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address like https://learn.example.org/checkout',
    })
    .optional()
    .describe(
      'Page of the frontend to which the payment provider sends learners back; it is given ?transaction=ID&checkout=done or canceled. Default: a plain page at PUBLIC_URL/checkout/return',
    ),
  PURCHASE_PAGE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address like https://learn.example.org/purchase',
    })
    .optional()
    .describe(
      'Page of the frontend that shows a purchase with its receipt; mails about payments lead there, with ?transaction=ID. Without it they say that the receipt is found with the purchases',
    ),
  RECEIPT_LINES: z
    .string()
    .transform((value) =>
      value
        .split(';')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .pipe(z.array(z.string().max(100)).max(6))
    .default([])
    .describe(
      'What stands below CERTIFICATE_ISSUER on receipts, like an address and a tax number: six lines at most, separated by semicolons',
    ),
  ...certificateSettings,
  CHROMIUM_PATH: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Browser that prints certificates. Default: the one that comes with the packages, then the one of the system',
    ),
  CHROMIUM_NO_SANDBOX: flag
    .default(false)
    .describe('Lets the browser run without its sandbox where the machine offers none'),
  SEED_DEMO: flag
    .optional()
    .describe(
      'Loads the demo courses and accounts into a database without any course. Default: true (never in production)',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must be at least 16 visible ASCII characters, without spaces')
    .optional()
    .describe(
      'Token with which `/metrics` is read, as `Authorization: Bearer …`. Without it anybody may read it, but in production nobody',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least important log lines to write'),
})

export interface Config {
  production: boolean
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** Without a trailing slash. */
  publicUrl: string
  keysFile: string
  smtpUrl: string | undefined
  mailFrom: string
  tokenTtlMilliseconds: number
  /** Undefined where sessions live as long as their tokens, used or not. */
  sessionIdleTtlMilliseconds: number | undefined
  bcryptCost: number
  rateLimitScale: number
  /** False, or the addresses of the proxies. */
  trustProxy: false | string
  corsOrigins: string[]
  /** By name; none where nothing is configured. */
  oauthProviders: OAuthProviderConfig[]
  /** At least one; the first one is the default. */
  oauthReturnUrls: string[]
  oauthLinkVerifiedEmails: boolean
  publicOperations: PublicOperation[]
  paymentProvider: 'sandbox' | 'stripe' | 'none'
  /** Both there with the provider stripe. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl?: string } | undefined
  checkoutReturnUrl: string
  /** Undefined where the frontend has no such page. */
  purchasePageUrl: string | undefined
  receiptLines: string[]
  certificateIssuer: string
  certificates: CertificateConfig
  chromiumPath: string | undefined
  chromiumNoSandbox: boolean
  seedDemo: boolean
  /** Undefined: open in development, not there in production. */
  metricsToken: string | undefined
  logLevel: string
}

/** One line for each setting that is wrong, naming it and never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The only reader of the environment. An empty setting counts as not set. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues
        .map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`)
        .join('\n'),
    )

  const settings = parsed.data
  const production = settings.NODE_ENV === 'production'
  const oauth = readOAuthProviders(given, { production })
  if (oauth.problems.length > 0) throw new ConfigError(oauth.problems.join('\n'))
  if (production) refuseUnsafeProduction(settings, oauth.providers)

  const dataDir = resolve(settings.DATA_DIR)
  const { certificates, problems } = readCertificateConfig(settings, { dataDir, production })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    publicUrl,
    keysFile: resolve(settings.KEYS_FILE ?? `${dataDir}/keys/keys.json`),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `Lyceum <no-reply@${new URL(publicUrl).hostname}>`,
    tokenTtlMilliseconds: settings.TOKEN_TTL,
    sessionIdleTtlMilliseconds: settings.SESSION_IDLE_TTL,
    bcryptCost: settings.BCRYPT_COST,
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    trustProxy: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS ?? (production ? [] : ['*']),
    oauthProviders: oauth.providers,
    oauthReturnUrls: settings.OAUTH_RETURN_URLS ?? [`${publicUrl}/docs`],
    oauthLinkVerifiedEmails: settings.OAUTH_LINK_VERIFIED_EMAILS,
    publicOperations: settings.PUBLIC_OPERATIONS,
    paymentProvider: settings.PAYMENT_PROVIDER ?? (production ? 'none' : 'sandbox'),
    stripe: stripeOf(settings),
    checkoutReturnUrl: settings.CHECKOUT_RETURN_URL ?? `${publicUrl}/checkout/return`,
    purchasePageUrl: settings.PURCHASE_PAGE_URL,
    receiptLines: settings.RECEIPT_LINES,
    certificateIssuer: settings.CERTIFICATE_ISSUER,
    certificates,
    chromiumPath: settings.CHROMIUM_PATH,
    chromiumNoSandbox: settings.CHROMIUM_NO_SANDBOX,
    seedDemo: settings.SEED_DEMO ?? !production,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
  }
}

function stripeOf(settings: z.infer<typeof Settings>): Config['stripe'] {
  if (settings.PAYMENT_PROVIDER !== 'stripe') return undefined
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  } = settings
  if (secretKey !== undefined && webhookSecret !== undefined)
    return { secretKey, webhookSecret, ...(apiUrl !== undefined && { apiUrl }) }
  const missing = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter(
    (name) => settings[name] === undefined,
  )
  throw new ConfigError(
    missing.map((name) => `${name}: required with PAYMENT_PROVIDER=stripe`).join('\n'),
  )
}

function refuseUnsafeProduction(
  settings: z.infer<typeof Settings>,
  oauthProviders: OAuthProviderConfig[],
): void {
  const problems = (['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'] as const)
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: required in production`)
  if (settings.PAYMENT_PROVIDER === 'sandbox')
    problems.push('PAYMENT_PROVIDER: sandbox takes no real money and is refused in production')
  if (settings.STRIPE_API_URL !== undefined)
    problems.push('STRIPE_API_URL: payments go to Stripe itself in production')
  if (settings.SEED_DEMO === true)
    problems.push('SEED_DEMO: demo accounts have known passwords and are refused in production')
  if (settings.OAUTH_RETURN_URLS === undefined && oauthProviders.length > 0) {
    problems.push(
      'OAUTH_RETURN_URLS: required in production where people sign in with third parties',
    )
  }
  if (settings.OAUTH_RETURN_URLS?.some((url) => !url.startsWith('https://')) === true) {
    problems.push('OAUTH_RETURN_URLS: must begin with https:// in production')
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}
