import { pino } from 'pino'
import type { Config } from '../../../server/config/config.ts'
import { checkSignature, checkStorage } from '../doctor/certificates.ts'
import { checkConfiguration } from '../doctor/configuration.ts'
import { checkDatabase, type DatabaseFindings, notReachable } from '../doctor/database.ts'
import { type Finding, failed } from '../doctor/finding.ts'
import { checkKeys } from '../doctor/keys.ts'
import { checkClock, checkDataFolder, checkDiskSpace, checkNode } from '../doctor/machine.ts'
import { checkBrowser, checkMail, checkProviders } from '../doctor/outside.ts'
import { type Outcome, printable, progress } from '../outcome.ts'
import { terminalLog } from '../terminal-log.ts'

/** Makes every check, whatever the ones before it found. */
export async function examine(): Promise<Outcome> {
  const { config, wrong, finding: configuration } = checkConfiguration(process.env)
  const findings: Finding[] = [
    checkNode(),
    configuration,
    await checkKeys(config.keysFile, { production: process.env.NODE_ENV === 'production' }),
  ]
  // Makes the folder, if need be, in which the next checks work.
  const folder = [await checkDataFolder(config.dataDir), await checkDiskSpace(config.dataDir)]

  progress('Asking the database')
  const database = await askDatabase(config, wrong)
  findings.push(...database.findings, checkClock(new Date(), database.clockAhead))

  progress('Printing a page with the browser; the first time this takes a while')
  findings.push(
    ...(await checkBrowser(config, logOf(config))),
    await checkSignature(config, new Date()),
    await checkStorage(config),
  )

  progress('Asking the mail server')
  findings.push(
    wrong.has('SMTP_URL')
      ? failed('mail', 'SMTP_URL is wrong or missing', 'Correct SMTP_URL.')
      : await checkMail(config),
  )

  if (config.oauthProviders.length > 0)
    progress('Asking the third parties that people sign in with')
  findings.push(...(await checkProviders(config)))
  return report([...findings, ...folder])
}

async function askDatabase(config: Config, wrong: ReadonlySet<string>): Promise<DatabaseFindings> {
  return wrong.has('DATABASE_URL')
    ? notReachable('DATABASE_URL is wrong or missing')
    : checkDatabase(config, logOf(config))
}

/** The findings say it all, unless somebody wants to see how they came about. */
function logOf({ logLevel }: Config) {
  return logLevel === 'debug' || logLevel === 'trace'
    ? terminalLog(logLevel)
    : pino({ level: 'silent' })
}

function report(findings: Finding[]): Outcome {
  const states = findings.map(({ state }) => state)
  const state = states.includes('failed') ? 'failed' : states.includes('warning') ? 'warning' : 'ok'
  return {
    json: { state, items: findings },
    text: `${findings.map(linesOf).join('')}\n${conclusions[state]}\n`,
    failed: state === 'failed',
  }
}

function linesOf({ check, state, detail, remedy }: Finding): string {
  const first = `${state.padEnd(9)}${check.padEnd(15)}${printable(detail)}\n`
  return remedy === undefined ? first : `${first}${' '.repeat(24)}→ ${printable(remedy)}\n`
}

const conclusions = {
  ok: 'Everything is in order.',
  warning: 'Lyceum can run here; look at the warnings.',
  failed: 'Something has to be mended first: see above.',
} as const satisfies Record<Finding['state'], string>
