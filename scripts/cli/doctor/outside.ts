import type { Logger } from 'pino'
import { createIdentityProviders } from '../../../server/adapters/identity-providers/identity-providers.ts'
import { mailFolderOf } from '../../../server/adapters/mailer/mailer.ts'
import { createCertificateRenderer } from '../../../server/adapters/pdf-printer/pdf-printer.ts'
import type { Config } from '../../../server/config/config.ts'
import { createMailer, rendererOptions } from '../../../server/deps.ts'
import { whenInterrupted } from '../interruption.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** Starts the browser and prints a page: what is found is found by doing it. */
export async function checkBrowser(config: Config, log: Logger): Promise<Finding[]> {
  // What is signed with is looked at by a check of its own.
  const { signer: _apart, ...options } = rendererOptions(config, log)
  const renderer = createCertificateRenderer(options)
  const endInterruptions = whenInterrupted(renderer.close)
  try {
    const { available, detail, browser, sandbox = 'unknown' } = await renderer.status()
    if (!available || browser === undefined) return withoutBrowser(detail)
    return [
      ok('browser', `${browser.version} from ${browser.source}`),
      judgeSandbox(sandbox),
      ok('fonts', 'a page was printed with fonts of our own'),
    ]
  } catch (error) {
    return withoutBrowser(error instanceof Error ? error.message : String(error))
  } finally {
    await renderer.close()
    endInterruptions()
  }
}

const remedyFollows = ' To mend it: '

function withoutBrowser(detail: string): Finding[] {
  const [reason = detail, remedy = 'Install Chromium, or name one by CHROMIUM_PATH.'] =
    detail.split(remedyFollows)
  return [
    failed('browser', reason, remedy),
    failed('sandbox', 'it cannot be tried without a browser', 'Mend the browser first.'),
    failed('fonts', 'they cannot be tried without a browser', 'Mend the browser first.'),
  ]
}

function judgeSandbox(sandbox: string): Finding {
  if (!sandbox.includes('NO Chromium sandbox')) return ok('sandbox', sandbox)
  return warning(
    'sandbox',
    sandbox,
    'Let the browser build its sandbox (user namespaces), and unset CHROMIUM_NO_SANDBOX.',
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
        : `${hostOf(smtpUrl)} takes mails`,
    )
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (smtpUrl === undefined)
      return failed(
        'mail',
        `${mailFolderOf(dataDir)} cannot be made (${code})`,
        'Mend the data folder.',
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

/** Asks every third party that people sign in with for its description of itself. */
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
        const remedy = `Correct OAUTH_${name.toUpperCase().replaceAll('-', '_')}_ISSUER, or let this machine reach it.`
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
