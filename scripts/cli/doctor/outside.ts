import type { Logger } from 'pino'
import { mayHideParts } from '../../../content/branding/branding.ts'
import { createIdentityProviders } from '../../../server/adapters/identity-providers/identity-providers.ts'
import { mailFolderOf } from '../../../server/adapters/mailer/file-mailer.ts'
import { createMailer } from '../../../server/adapters/mailer/mailer.ts'
import { createPdfPrinter } from '../../../server/adapters/pdf-printer/pdf-printer.ts'
import { openRateLimitStore } from '../../../server/adapters/rate-limit-store/rate-limit-store.ts'
import type { Config } from '../../../server/config/config.ts'
import { printerOptions } from '../../../server/deps.ts'
import { whenInterrupted } from '../interruption.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** Starts the browser and prints a page with it. */
export async function checkBrowser(config: Config, log: Logger): Promise<Finding[]> {
  // The signing certificate has a check of its own.
  const { signer: _apart, ...options } = printerOptions(config, log, () => new Date())
  const printer = createPdfPrinter(options)
  const endInterruptions = whenInterrupted(printer.close)
  try {
    const status = await printer.status()
    const { available, detail, browser, sandbox = 'unknown', lookFault } = status
    if (!available || browser === undefined) return withoutBrowser(detail)
    return [
      ok('browser', `${browser.version} from ${browser.source}`),
      judgeSandbox(sandbox),
      ok('fonts', 'a page was printed with the bundled fonts'),
      ...(lookFault === undefined ? [] : [judgeLook(lookFault, config)]),
    ]
  } catch (error) {
    return withoutBrowser(error instanceof Error ? error.message : String(error))
  } finally {
    await printer.close()
    endInterruptions()
  }
}

/** Fails a page that hides what it has to show; pictures that cannot be printed are left out. */
export function judgeLook(fault: string, { certificates: { branding } }: Config): Finding {
  if (mayHideParts(branding))
    return failed(
      'branding',
      `certificates do not show what they have to: ${fault}`,
      'Correct certificate.html in BRAND_FOLDER, or CERTIFICATE_BACKGROUND.',
    )
  return warning(
    'branding',
    `certificates cannot be printed with the pictures in the settings: ${fault}`,
    'Correct CERTIFICATE_LOGO or CERTIFICATE_SIGNATURES; until then they are left out.',
  )
}

const remedyFollows = ' To fix this: '

function withoutBrowser(detail: string): Finding[] {
  const [reason = detail, remedy = 'Install Chromium, or set CHROMIUM_PATH.'] =
    detail.split(remedyFollows)
  return [
    failed('browser', reason, remedy),
    failed('sandbox', 'it cannot be checked without a browser', 'Fix the browser first.'),
    failed('fonts', 'they cannot be checked without a browser', 'Fix the browser first.'),
  ]
}

function judgeSandbox(sandbox: string): Finding {
  if (!sandbox.includes('NO Chromium sandbox')) return ok('sandbox', sandbox)
  return warning(
    'sandbox',
    sandbox,
    'Allow the browser to create its sandbox (user namespaces), and unset CHROMIUM_NO_SANDBOX.',
  )
}

export async function checkMail(config: Config): Promise<Finding> {
  const { smtpUrl, dataDir } = config
  try {
    await createMailer(config, () => new Date()).check()
    return ok(
      'mail',
      smtpUrl === undefined
        ? `no mail server: mails are written to ${mailFolderOf(dataDir)}`
        : `${hostOf(smtpUrl)} accepts mail`,
    )
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (smtpUrl === undefined)
      return failed(
        'mail',
        `${mailFolderOf(dataDir)} cannot be created (${code})`,
        'Fix the data folder.',
      )
    if (code === 'ETLS')
      return failed(
        'mail',
        `${hostOf(smtpUrl)} offers no TLS`,
        'Use smtps://, switch STARTTLS on at the mail server, or set SMTP_REQUIRE_TLS=false.',
      )
    if (code === 'EAUTH')
      return failed(
        'mail',
        `${hostOf(smtpUrl)} refuses the login`,
        'Correct user and password in SMTP_URL.',
      )
    return failed(
      'mail',
      `${hostOf(smtpUrl)} does not answer as a mail server (${code})`,
      'Start the mail server, or correct SMTP_URL.',
    )
  }
}

/** Writes to the store in which all processes count requests, if there is one. */
export async function checkRateLimitStore({ redisUrl }: Config, log: Logger): Promise<Finding> {
  if (redisUrl === undefined)
    return ok('rate limits', 'each process counts the requests of a minute for itself')
  const store = await openRateLimitStore(redisUrl, { log })
  try {
    await store.check()
    return ok('rate limits', `all processes count together in ${new URL(redisUrl).host}`)
  } catch {
    return warning(
      'rate limits',
      `${new URL(redisUrl).host} takes no counts: each process counts for itself`,
      'Start Valkey or Redis, or correct REDIS_URL: it must be a primary with free memory.',
    )
  } finally {
    store.close()
  }
}

/** Checks that it was built with the release, where it is on. */
export function checkAcademy({ academyIsMissing }: Config): Finding[] {
  if (!academyIsMissing) return []
  const detail = 'it is not built: PUBLIC_URL shows no school, and /desk is not found'
  const remedy = 'Build it as "Install" in docs/deployment.md says, or set ACADEMY=off.'
  return [warning('academy', detail, remedy)]
}

/** Checks that in production somebody hears of what only operators can fix. */
export function checkOperators({ production, operatorEmails }: Config): Finding[] {
  if (!production) return []
  const count = operatorEmails.length
  if (count > 0)
    return [
      ok(
        'operators',
        `${count} ${count === 1 ? 'email gets' : 'emails get'} what only operators can mend`,
      ),
    ]
  return [
    warning(
      'operators',
      'nobody is mailed about what only operators can mend, like a certificate that ends',
      'Set OPERATOR_EMAILS.',
    ),
  ]
}

/** Requests the discovery document of every sign-in provider. */
export async function checkProviders({ oauthProviders }: Config): Promise<Finding[]> {
  const providers = [...createIdentityProviders(oauthProviders).values()]
  const secret = 'x'.repeat(43)
  const visit = {
    redirectUri: 'https://localhost/',
    state: secret,
    nonce: secret,
    codeVerifier: secret,
  }
  return Promise.all(
    providers.map(async ({ name, title, issuer, authorizationUrl }) => {
      try {
        await authorizationUrl(visit)
        return ok(`sign-in, ${name}`, `${title} is at ${issuer}`)
      } catch (error) {
        const { cause } = error as { cause?: unknown }
        const reason = cause instanceof Error ? cause.message : 'unknown reason'
        const setting = `OAUTH_${name.toUpperCase().replaceAll('-', '_')}_ISSUER`
        const remedy = `Correct ${setting}, or make it reachable from this machine.`
        return failed(
          `sign-in, ${name}`,
          `${issuer} does not answer as a provider (${reason})`,
          remedy,
        )
      }
    }),
  )
}

function hostOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}
