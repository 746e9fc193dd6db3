import { resolve } from 'node:path'
import { z } from 'zod'
import type { OAuthProviderConfig } from '../adapters/identity-providers/types.ts'
import { paymentProviders } from '../adapters/payments/types.ts'
import { academySettings, readAcademy } from './academy-settings.ts'
import { readBrandFolder } from './brand-folder.ts'
import { certificateSettings, readCertificateConfig } from './certificate-settings.ts'
import { databaseProblems, databaseSettings } from './database-settings.ts'
import { duration, parseDuration } from './duration.ts'
import { exemptionWarnings, exemptNetworks } from './exempt-networks.ts'
import {
  developmentProblems,
  exposureWarnings,
  productionExposureProblems,
  requiresTls,
} from './exposure.ts'
import { mediaSettings, readMediaConfig } from './media-settings.ts'
import { readOAuthProviders } from './oauth-settings.ts'
import { readProxyRanges } from './proxy-ranges.ts'
import { readSchool, schoolProblems } from './school-config.ts'
import { type SchoolValues, settingsOfEnvironment, valuesIn } from './school-settings.ts'
import { readSecretFiles, secretFileSettings } from './secret-files.ts'
import { flag, listOf, nonEmpty, webUrl } from './shapes.ts'
import { readStripeConfig, stripeSettings } from './stripe-settings.ts'
import { readTracing, tracingSettings } from './tracing-settings.ts'

const list = listOf(',')
/** A duration short enough for what runs the service to wait for its end. */
const shortDuration = z.string().transform((value, context) => {
  const milliseconds = value === '0s' ? 0 : parseDuration(value)
  if (milliseconds !== undefined && milliseconds <= 60_000) return milliseconds
  context.addIssue('must be a duration like 5s, from 0s to 60s')
  return z.NEVER
})

/** Whether it is an origin as browsers send it: compared letter by letter, so no path or slash. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'loopback') return true
  return /^[a-z][\w+.-]*:\/\/[^\s/?#@\\]+$/.test(text) && URL.canParse(text)
}

/**
 * Every setting. `.env.example` and docs/configuration.md are generated from names, defaults and
 * descriptions.
 */
export const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('With production, the server refuses to start if anything is missing or unsafe'),
  ALLOW_PUBLIC_DEVELOPMENT: flag
    .default(false)
    .describe(
      'Lets a server that is not in production listen beyond this machine and have an https ' +
        'PUBLIC_URL, for example in a container. Anybody who reaches it can then read all mails, ' +
        'pay without money and sign in as the demo administrator. No effect in production',
    ),
  ALLOW_PRIVATE_ADDRESSES: flag
    .default(false)
    .describe(
      'Lets the server connect to addresses that users give even where they lead into a private ' +
        'network, and by http: for git hosts and receivers of webhooks of your own, and for ' +
        'development. Owners of courses can then reach everything that this machine reaches',
    ),
  HOST: nonEmpty
    .default('127.0.0.1')
    .describe(
      'Address to listen on. Outside production only one of this machine, such as 127.0.0.1 or ' +
        '::1, unless ALLOW_PUBLIC_DEVELOPMENT is set',
    ),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port to listen on'),
  DATA_DIR: nonEmpty
    .default('./data')
    .describe(
      'Folder for everything the server keeps on disk: the embedded database, keys, and mails in ' +
        'development',
    ),
  ...databaseSettings,
  MIGRATE_AT_START: flag
    .default(true)
    .describe(
      'Brings the schema of the database up to date at every start. With false, the server refuses ' +
        'to start until `npm run lyceum -- migrate` has done so',
    ),
  PUBLIC_URL: webUrl('https://learn.example.org')
    .optional()
    .describe(
      'URL at which people reach the service; printed on certificates and used in answers. In ' +
        'production it must be https, except on localhost; outside production it must not, unless ' +
        'ALLOW_PUBLIC_DEVELOPMENT is set. Default: http://localhost:PORT (required in production)',
    ),
  KEYS_FILE: nonEmpty
    .optional()
    .describe(
      'File with signing keys and secrets, created by `npm run lyceum -- keys create`. Default: ' +
        'DATA_DIR/keys/keys.json, created at the first start (in production it must exist, and ' +
        'be closed to users other than its owner and its group)',
    ),
  KEYS: z
    .string()
    .optional()
    .describe(
      'The content of the keys file itself, for platforms that hand out secrets as environment ' +
        'variables; not together with KEYS_FILE. New keys then need a restart',
    ),
  ...secretFileSettings,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL like smtps://user:password@host:465' })
    .optional()
    .describe(
      'Mail server. If not set, mails are written to DATA_DIR/mail and shown at /dev/mail ' +
        '(required in production)',
    ),
  SMTP_REQUIRE_TLS: flag
    .optional()
    .describe(
      'Sends mails to an smtp:// server only after STARTTLS. With false, where the server offers ' +
        'none, mails with one-time codes travel readable, which production warns of. Default: ' +
        'false (true in production, except on localhost)',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('Sender of all mails. Default: SCHOOL_NAME <no-reply@ the host of PUBLIC_URL>'),
  ...settingsOfEnvironment,
  BRAND_FOLDER: nonEmpty
    .optional()
    .describe(
      'Folder with a logo and texts of your own for mails and pages, read at the start. ' +
        'administration.md shows what it may hold',
    ),
  TOKEN_TTL: duration
    .default(12 * 3_600_000)
    .describe('How long a login lasts, like 12h, 15m or 90s'),
  SESSION_IDLE_TTL: duration
    .optional()
    .describe(
      'Ends a session after this long without a request, like 30m, give or take a tenth. Default: ' +
        'sessions last as long as TOKEN_TTL',
    ),
  BCRYPT_COST: z.coerce
    .number()
    .int()
    .min(10)
    .max(14)
    .default(12)
    .describe('Cost of a password hash (bcrypt), 10 to 14'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .positive()
    .default(1)
    .describe('Multiplies every rate limit, for load tests; at most 100 in production'),
  LIMIT_EXEMPT_NETWORKS: exemptNetworks
    .default([])
    .describe(
      'IP ranges of your own network, like 198.51.100.0/24, separated by commas. Requests from ' +
        'there do not count towards limits by IP address; limits by account stay. Behind a proxy, ' +
        'TRUST_PROXY must name it',
    ),
  RATE_LIMIT_STORE: z
    .enum(['memory', 'redis'])
    .default('memory')
    .describe(
      'Where the requests of a minute are counted: in the memory of each process, or in REDIS_URL ' +
        'for all processes together. While that store does not answer, each process counts for ' +
        'itself',
    ),
  REDIS_URL: z
    .url({
      protocol: /^rediss?$/,
      error: 'must be a URL like redis://user:password@host:6379/0, or rediss:// with TLS',
    })
    .optional()
    .describe(
      'Valkey or Redis that counts the requests; other programs may use it, too (required with ' +
        'RATE_LIMIT_STORE=redis)',
    ),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(
      (value) => value === 'false' || readProxyRanges(value) !== undefined,
      'must be the IP ranges of your proxies, like 10.0.0.0/8 (none wider), or false: with ' +
        'everybody trusted, anyone could name any IP as theirs',
    )
    .transform((value): false | string => (value === 'false' ? false : value))
    .describe(
      'IP ranges of the proxies whose forwarding headers are trusted, like 10.0.0.0/8 (none ' +
        'wider), or loopback, linklocal, uniquelocal, separated by commas; false for none',
    ),
  CORS_ORIGINS: list
    .pipe(
      z.array(
        z.string().refine(isOrigin, 'must be origins like https://app.example.org, without a path'),
      ),
    )
    .optional()
    .describe(
      'Origins of browser frontends, separated by commas: without a path, and not null; loopback ' +
        'for those of this machine at any port; * for all, which keeps them from third-party ' +
        'sign-in by fetch() and production warns of. Default: loopback (none in production)',
    ),
  OAUTH_RETURN_URLS: list
    .pipe(z.array(z.url({ protocol: /^https?$/ }).regex(/^[^?#@\\]*$/)).min(1))
    .optional()
    .describe(
      'URLs of the frontend to which a sign-in with a third party may return, separated by commas ' +
        'and compared exactly; the first is the one used when a request names none. Default: ' +
        'PUBLIC_URL/docs (required in production if there are providers). In development every ' +
        'page on localhost is allowed, too',
    ),
  PAYMENT_PROVIDER: z
    .enum(paymentProviders)
    .optional()
    .describe(
      'Payment provider: stripe, sandbox (a page with "Pay" and "Decline", not in production) or ' +
        'none. Default: sandbox (none in production)',
    ),
  ...stripeSettings,
  CHECKOUT_RETURN_URL: webUrl('https://learn.example.org/checkout')
    .optional()
    .describe(
      'Page of the frontend to which the payment provider sends learners back, with ' +
        '?transaction=ID&checkout=done (or canceled). Default: a plain page at ' +
        'PUBLIC_URL/checkout/return',
    ),
  CHECKOUT_RETURN_URLS: list
    .pipe(z.array(z.url({ protocol: /^https?$/ }).regex(/^[^#@\\]*$/)))
    .default([])
    .describe(
      'Further pages that a purchase may name as its returnUrl, separated by commas and compared ' +
        'exactly, for platforms with several frontends. In development every page on localhost is ' +
        'allowed, too',
    ),
  PURCHASE_PAGE_URL: webUrl('https://learn.example.org/purchase')
    .optional()
    .describe(
      'Page of the frontend that shows a purchase with its receipt. Mails about payments link to ' +
        'it, with ?transaction=ID; if not set, they say that the receipt is among the purchases',
    ),
  ACCOUNT_PAGE_URL: webUrl('https://learn.example.org/welcome')
    .optional()
    .describe(
      'Page of the frontend where people set the password of an account that the school made, or ' +
        'had a link mailed to, with #email=…&token=…; if not set, the mail has a code for ten ' +
        'minutes. The mail to verify an email links to it, too, with #email=…&code=…',
    ),
  COURSE_PAGE_URL: webUrl('https://learn.example.org/course')
    .optional()
    .describe(
      'Page of the frontend that shows a course. Mails about courses link to it, with ?course=ID, ' +
        'and &lesson=KEY, &announcement=ID or &question=ID where they are about one; if not set, ' +
        'they name the course only',
    ),
  ...certificateSettings,
  ...mediaSettings,
  CHROMIUM_PATH: nonEmpty
    .optional()
    .describe(
      'Browser that prints certificates. Default: the one from the npm packages, otherwise one ' +
        'installed on the system',
    ),
  CHROMIUM_NO_SANDBOX: flag
    .default(false)
    .describe('Runs the browser without its sandbox, on machines where the sandbox cannot start'),
  ...academySettings,
  STREAM_ORIGINS: list
    .pipe(
      z.array(
        z
          .string()
          .refine(isOrigin, 'must be origins like https://video.example.org, without a path'),
      ),
    )
    .default([])
    .describe(
      'Where video streams (`.m3u8`) of lessons come from, separated by commas: the academy plays ' +
        'them from there also in browsers that need a script for it. Their server has to allow ' +
        'requests from PUBLIC_URL (CORS)',
    ),
  SEED_DEMO: flag
    .optional()
    .describe(
      'Loads the demo courses and accounts into a database without courses. Default: true (never ' +
        'in production)',
    ),
  DRAIN_DELAY: shortDuration
    .optional()
    .describe(
      'How long the server still takes requests after it was asked to stop, with /readyz failing, ' +
        'so that proxies and Kubernetes send new ones elsewhere; 0s to 60s. Default: 0s (5s in ' +
        'production)',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must be at least 16 printable ASCII characters, without spaces')
    .optional()
    .describe(
      'Bearer token that `/metrics` asks for. If not set, `/metrics` is open, and in production it ' +
        'does not exist',
    ),
  ...tracingSettings,
  OPERATOR_EMAILS: list
    .pipe(z.array(z.email('must be emails, separated by commas').max(254)).max(20))
    .default([])
    .describe(
      'Emails of operators, separated by commas. They get a mail about problems that only an ' +
        'operator can mend: one a day at most, and none while nothing is wrong',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Lowest level of log lines to write'),
})

/** An error with one line per faulty setting, with its name but never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment, which nothing else does. An empty setting counts as not set. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const secretFiles = readSecretFiles(
    Object.fromEntries(
      Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
    ),
  )
  const given = secretFiles.settings
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(
      [
        ...secretFiles.problems,
        ...parsed.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`),
      ].join('\n'),
    )

  const settings = parsed.data
  const production = settings.NODE_ENV === 'production'
  const oauth = readOAuthProviders(given, { production })
  const stripe = readStripeConfig(settings, { production })
  const dataDir = resolve(settings.DATA_DIR)
  const { brand: folder, problems: brandProblems } = readBrandFolder(
    settings.BRAND_FOLDER === undefined ? undefined : resolve(settings.BRAND_FOLDER),
  )
  const { certificates, problems } = readCertificateConfig(settings, { dataDir, production })
  const { media, problems: mediaProblems } = readMediaConfig(settings, {
    dataDir,
    isEmbedded: settings.DATABASE_URL === undefined,
  })
  const allProblems = [
    ...secretFiles.problems,
    ...databaseProblems(settings),
    ...(settings.RATE_LIMIT_STORE === 'redis' && settings.REDIS_URL === undefined
      ? ['REDIS_URL: required with RATE_LIMIT_STORE=redis']
      : []),
    ...(production ? productionProblems(settings, oauth.providers) : developmentProblems(settings)),
    ...(settings.KEYS !== undefined && settings.KEYS_FILE !== undefined
      ? ['KEYS: cannot be combined with KEYS_FILE']
      : []),
    ...oauth.problems,
    ...stripe.problems,
    ...schoolProblems(valuesIn(settings)),
    ...brandProblems.map((problem) => `BRAND_FOLDER: ${problem}`),
    ...problems,
    ...mediaProblems,
  ]
  if (allProblems.length > 0) throw new ConfigError(allProblems.join('\n'))
  const ofExemption = exemptionWarnings(settings.LIMIT_EXEMPT_NETWORKS, {
    trustsProxy: settings.TRUST_PROXY !== false,
  })
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  const academy = readAcademy(settings, { publicUrl, production })
  const ofEnvironment = {
    fixed: valuesIn(
      Object.fromEntries(Object.keys(given).map((name) => [name, Object(settings)[name]])),
    ),
    standard: valuesIn(settings),
    folder,
    mailFrom: settings.MAIL_FROM,
    host: new URL(publicUrl).hostname,
  }
  const { branding, ...school } = readSchool(ofEnvironment, {})
  return {
    /** What the environment says of the school: the desk keeps the rest. */
    ofEnvironment,
    /** Revision of the settings that the desk keeps, as far as this process has them. */
    schoolRevision: 0,
    ...school,
    production,
    /** Settings that should be decided on purpose, though production starts; without values. */
    warnings: production ? [...exposureWarnings(settings), ...ofExemption] : [],
    /** Whether development pages answer other machines, too; false in production. */
    publicDevelopment: !production && settings.ALLOW_PUBLIC_DEVELOPMENT,
    /** Whether addresses that users give may lead into a private network. */
    allowPrivateAddresses: settings.ALLOW_PRIVATE_ADDRESSES,
    host: settings.HOST,
    port: settings.PORT,
    dataDir,
    /** URL with one or more hosts. */
    databaseUrl: settings.DATABASE_URL,
    databasePooler: settings.DATABASE_POOLER,
    /** Undefined if migrations go where everything else goes. */
    databaseMigrationUrl: settings.DATABASE_MIGRATION_URL,
    /** URLs with one host each. */
    databaseReplicaUrls: settings.DATABASE_REPLICA_URLS,
    databaseConnectionTtlMilliseconds: settings.DATABASE_CONNECTION_TTL,
    migrateAtStart: settings.MIGRATE_AT_START,
    /** URL without a trailing slash. */
    publicUrl,
    keysFile: resolve(settings.KEYS_FILE ?? `${dataDir}/keys/keys.json`),
    /** The keys themselves, which then come from no file. */
    keysText: settings.KEYS,
    smtpUrl: settings.SMTP_URL,
    smtpRequiresTls: requiresTls(settings, { production }),
    tokenTtlMilliseconds: settings.TOKEN_TTL,
    /** Undefined when sessions last as long as their tokens, used or not. */
    sessionIdleTtlMilliseconds: settings.SESSION_IDLE_TTL,
    bcryptCost: settings.BCRYPT_COST,
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    /** Networks whose requests limits by IP address do not count. */
    limitExemptNetworks: settings.LIMIT_EXEMPT_NETWORKS,
    /** Store that counts requests for all processes; undefined if each counts for itself. */
    redisUrl: settings.RATE_LIMIT_STORE === 'redis' ? settings.REDIS_URL : undefined,
    /** IP ranges of the proxies, or false. */
    trustProxy: settings.TRUST_PROXY,
    /** Origins, `loopback` for those of this machine, or `*`. */
    corsOrigins: settings.CORS_ORIGINS ?? (production ? [] : ['loopback']),
    /** Empty when none is configured. */
    oauthProviders: oauth.providers,
    /** Never empty; the first is the default. */
    oauthReturnUrls: [
      ...(settings.OAUTH_RETURN_URLS ?? [`${publicUrl}/docs`]),
      ...academy.signedInUrls,
    ],
    paymentProvider: settings.PAYMENT_PROVIDER ?? (production ? 'none' : 'sandbox'),
    /** Set when paymentProvider is stripe. */
    stripe: stripe.stripe,
    /** The page to which learners return from a checkout, unless their purchase names another. */
    checkoutReturnUrl: settings.CHECKOUT_RETURN_URL ?? `${publicUrl}/checkout/return`,
    checkoutReturnUrls: [...settings.CHECKOUT_RETURN_URLS, ...academy.checkoutUrls],
    /** Whether sign-ins and purchases may return to any page of the machine itself. */
    loopbackReturnUrls: !production,
    /** Undefined when the frontend has no such page. */
    purchasePageUrl: settings.PURCHASE_PAGE_URL ?? academy.purchasePageUrl,
    /** Undefined when the frontend has no such page. */
    accountPageUrl: settings.ACCOUNT_PAGE_URL ?? academy.accountPageUrl,
    /** Undefined when the frontend has no such page. */
    coursePageUrl: settings.COURSE_PAGE_URL ?? academy.coursePageUrl,
    certificates: { ...certificates, branding },
    media,
    chromiumPath: settings.CHROMIUM_PATH,
    chromiumNoSandbox: settings.CHROMIUM_NO_SANDBOX,
    /** Whether the frontend that comes with the server is shown. */
    academy: academy.isOn,
    academyIsMissing: academy.isMissing,
    /** Origins of video streams that a script of the academy may read. */
    streamOrigins: settings.STREAM_ORIGINS,
    seedDemo: settings.SEED_DEMO ?? !production,
    /** How long requests are still taken after the signal to stop. */
    drainDelayMilliseconds: settings.DRAIN_DELAY ?? (production ? 5_000 : 0),
    /** Undefined if /metrics is open in development and does not exist in production. */
    metricsToken: settings.METRICS_TOKEN,
    /** Undefined if nothing is traced. */
    tracing: readTracing(settings),
    operatorEmails: settings.OPERATOR_EMAILS,
    logLevel: settings.LOG_LEVEL,
  }
}

export type Config = ReturnType<typeof readConfig>

/** Lets what the desk keeps take effect: everything that has the config sees it at once. */
export function applySchool(config: Config, kept: SchoolValues, revision: number): void {
  const { branding, ...school } = readSchool(config.ofEnvironment, kept)
  const certificates = { ...config.certificates, branding }
  Object.assign(config, school, { certificates, schoolRevision: revision })
}

/**
 * Reads settings for commands that need only some: skips what production requires and what
 * development refuses.
 */
export function readSomeConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return readConfig({
    ...environment,
    NODE_ENV: 'development',
    ALLOW_PUBLIC_DEVELOPMENT: 'true',
  })
}

function productionProblems(
  settings: z.infer<typeof Settings>,
  oauthProviders: OAuthProviderConfig[],
): string[] {
  const problems = (['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'] as const)
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: required in production`)
  problems.push(...productionExposureProblems(settings))
  if (settings.PAYMENT_PROVIDER === 'sandbox')
    problems.push('PAYMENT_PROVIDER: the sandbox takes no real money; not allowed in production')
  if (settings.SEED_DEMO === true)
    problems.push('SEED_DEMO: demo accounts have known passwords; not allowed in production')
  if (settings.OAUTH_RETURN_URLS === undefined && oauthProviders.length > 0) {
    problems.push(
      'OAUTH_RETURN_URLS: required in production when third-party sign-in is configured',
    )
  }
  if (settings.OAUTH_RETURN_URLS?.some((url) => !url.startsWith('https://')) === true) {
    problems.push('OAUTH_RETURN_URLS: must begin with https:// in production')
  }
  return problems
}
