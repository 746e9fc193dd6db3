import { type Config, ConfigError, readConfig } from '../../server/config.ts'
import { type Finding, failed, ok } from './finding.ts'

export interface CheckedConfiguration {
  /** What the other checks work with: wrong settings are taken for not set. */
  config: Config
  /** Names of the settings that are wrong or missing. */
  wrong: ReadonlySet<string>
  finding: Finding
}

export function checkConfiguration(environment: NodeJS.ProcessEnv): CheckedConfiguration {
  const { config, problems } = readWhatIsRight(environment)
  const wrong = new Set(problems.map(settingOf))
  if (wrong.size === 0) return { config, wrong, finding: ok('configuration', `valid, for ${environment.NODE_ENV || 'development'}`) }
  return {
    config,
    wrong,
    finding: failed('configuration', problems.join('; '), 'Correct these settings; docs/configuration.md describes each.'),
  }
}

function readWhatIsRight(environment: NodeJS.ProcessEnv, known: string[] = []): { config: Config; problems: string[] } {
  try {
    return { config: readConfig(environment), problems: known }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const found = error.message.split('\n')
    const wrong = new Set(found.map(settingOf))
    const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)))
    // What is missing cannot be left out: only production asks for it.
    const isOnlyMissing = Object.keys(rest).length === Object.keys(environment).length
    return readWhatIsRight(isOnlyMissing ? { ...rest, NODE_ENV: 'development' } : rest, [...new Set([...known, ...found])])
  }
}

/** A problem begins with the name of its setting. */
function settingOf(problem: string): string {
  return problem.slice(0, problem.indexOf(':'))
}
