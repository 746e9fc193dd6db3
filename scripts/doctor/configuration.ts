import { type Config, ConfigError, readConfig } from '../../server/config.ts'
import { type Finding, failed, ok } from './finding.ts'

export interface ReadSettings {
  /** What the other checks work with: wrong settings are taken for not set. */
  config: Config
  /** Names of the settings that are wrong or missing. */
  wrong: ReadonlySet<string>
  /** Whether it is to run in production, however much of the configuration could be read. */
  production: boolean
  finding: Finding
}

export function checkConfiguration(environment: NodeJS.ProcessEnv): ReadSettings {
  const production = environment.NODE_ENV === 'production'
  try {
    const config = readConfig(environment)
    return { config, wrong: new Set(), production, finding: ok('configuration', `valid, for ${environment.NODE_ENV || 'development'}`) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.message.split('\n')
    const wrong = new Set(problems.map((problem) => problem.slice(0, problem.indexOf(':'))))
    const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)))
    return {
      config: readConfig({ ...rest, NODE_ENV: 'development' }),
      wrong,
      production,
      finding: failed('configuration', problems.join('; '), 'Correct these settings; docs/configuration.md describes each.'),
    }
  }
}
