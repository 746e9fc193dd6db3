import { type Config, ConfigError, readConfig } from '../../../server/config/config.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export interface CheckedConfiguration {
  /** The configuration for the other checks: wrong settings count as not set. */
  config: Config
  /** Names of the settings that are wrong or missing. */
  wrong: ReadonlySet<string>
  finding: Finding
}

export function checkConfiguration(environment: NodeJS.ProcessEnv): CheckedConfiguration {
  const { config, problems } = readWhatIsRight(environment)
  const wrong = new Set(problems.map(settingOf))
  if (wrong.size === 0) {
    const finding =
      config.warnings.length === 0
        ? ok('configuration', `valid, for ${environment.NODE_ENV || 'development'}`)
        : warning(
            'configuration',
            config.warnings.join('; '),
            'Change these settings unless you chose them on purpose; docs/configuration.md ' +
              'describes each.',
          )
    return { config, wrong, finding }
  }
  return {
    config,
    wrong,
    finding: failed(
      'configuration',
      problems.join('; '),
      'Correct these settings; docs/configuration.md describes each.',
    ),
  }
}

function readWhatIsRight(
  environment: NodeJS.ProcessEnv,
  known: string[] = [],
): { config: Config; problems: string[] } {
  try {
    return { config: readConfig(environment), problems: known }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const found = error.message.split('\n')
    const wrong = new Set(found.map(settingOf))
    const rest = Object.fromEntries(
      Object.entries(environment).filter(
        ([name]) => !wrong.has(name) && !wrong.has(name.replace(/_FILE$/, '')),
      ),
    )
    // A setting left out as wrong is then missing, which is no problem of its own.
    const named = new Set(known.map(settingOf))
    const problems = [...known, ...found.filter((problem) => !named.has(settingOf(problem)))]
    const isOnlyMissing = Object.keys(rest).length === Object.keys(environment).length
    if (!isOnlyMissing) return readWhatIsRight(rest, problems)
    // Missing settings cannot be left out, but what requires them can: production mode, and
    // settings that need others.
    if (environment.NODE_ENV === 'production')
      return readWhatIsRight(
        { ...rest, NODE_ENV: 'development', ALLOW_PUBLIC_DEVELOPMENT: 'true' },
        problems,
      )
    const needs = new Set(found.map((problem) => /required with (\w+)=/.exec(problem)?.[1]))
    const independent = Object.entries(rest).filter(
      ([name]) => !name.startsWith('OAUTH_') && !needs.has(name),
    )
    if (independent.length === Object.keys(rest).length) throw error
    return readWhatIsRight(Object.fromEntries(independent), problems)
  }
}

/** A problem starts with the name of its setting. */
function settingOf(problem: string): string {
  return problem.slice(0, problem.indexOf(':'))
}
