import { pino } from 'pino'
import type { Config } from '../../../server/config/config.ts'
import { type CommandResult, printable, progress } from '../output.ts'
import { surroundings } from '../surroundings.ts'
import { terminalLog } from '../terminal-log.ts'
import { checkSignature, checkStorage } from './certificates.ts'
import { checkConfiguration } from './configuration.ts'
import { checkDatabase, type DatabaseFindings, notReachable } from './database.ts'
import { type Finding, failed } from './finding.ts'
import { checkKeys } from './keys.ts'
import { checkClock, checkDataFolder, checkDiskSpace, checkNode } from './machine.ts'
import { checkMediaStorage } from './media.ts'
import {
  checkAcademy,
  checkBrowser,
  checkMail,
  checkOperators,
  checkProviders,
  checkRateLimitStore,
} from './outside.ts'
import { withWorkFolder } from './with-work-folder.ts'

/** Runs every check, whatever the ones before it found. */
export async function examine(): Promise<CommandResult> {
  const { env } = surroundings()
  const { config, wrong, finding: configuration } = checkConfiguration(env)
  const findings: Finding[] = [
    checkNode(),
    configuration,
    await checkKeys(config, { production: env.NODE_ENV === 'production' }),
  ]
  const folder = [await checkDataFolder(config.dataDir), await checkDiskSpace(config.dataDir)]

  progress('Checking the database')
  const database = await databaseFindings(config, wrong)
  findings.push(...database.findings, checkClock(new Date(), database.clockAhead))

  findings.push(...(await withWorkFolder(config, examineFolders)))

  findings.push(
    ...checkAcademy(config),
    ...checkOperators(config),
    await checkRateLimitStore(config, logOf(config)),
  )
  if (config.oauthProviders.length > 0) progress('Checking the sign-in providers')
  findings.push(...(await checkProviders(config)))
  return report([...findings, ...folder])
}

/** Tries, by writing, DATA_DIR and what is set in its place. */
async function examineFolders(dataDir: string): Promise<Finding[]> {
  const { config, wrong } = checkConfiguration({ ...surroundings().env, DATA_DIR: dataDir })
  progress('Printing a page with the browser; this takes a while the first time')
  const findings = [
    ...(await checkBrowser(config, logOf(config))),
    await checkSignature(config, new Date()),
    await checkStorage(config),
    await checkMediaStorage(config, wrong),
  ]
  progress('Checking the mail server')
  const mail = wrong.has('SMTP_URL')
    ? failed('mail', 'SMTP_URL is wrong or missing', 'Correct SMTP_URL.')
    : await checkMail(config)
  return [...findings, mail]
}

async function databaseFindings(
  config: Config,
  wrong: ReadonlySet<string>,
): Promise<DatabaseFindings> {
  return wrong.has('DATABASE_URL')
    ? notReachable('DATABASE_URL is wrong or missing')
    : checkDatabase(config, logOf(config))
}

/** The findings say it all, except when debugging. */
function logOf({ logLevel }: Config) {
  return logLevel === 'debug' || logLevel === 'trace'
    ? terminalLog(logLevel)
    : pino({ level: 'silent' })
}

function report(findings: Finding[]): CommandResult {
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
  const [remedyFirst, ...more] = remedy?.split('\n').map(printable) ?? []
  if (remedyFirst === undefined) return first
  const indent = ' '.repeat(24)
  return `${first}${indent}→ ${remedyFirst}\n${more.map((line) => `${indent}  ${line}\n`).join('')}`
}

const conclusions = {
  ok: 'Everything is in order.',
  warning: 'Lyceum can run here, but see the warnings above.',
  failed: 'Something has to be fixed first: see above.',
} as const satisfies Record<Finding['state'], string>
