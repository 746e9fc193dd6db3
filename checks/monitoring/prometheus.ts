import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../server/test/free-port.ts'
import { startProgram } from '../support/programs.ts'

/** The rules that the project ships. */
export const rulesFolder = join(import.meta.dirname, '../../deploy/monitoring')

interface Rule {
  name: string
  /** `ok`, or what else became of its evaluation. */
  health: string
  lastError?: string
  state?: 'inactive' | 'pending' | 'firing'
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

/** Starts a real Prometheus with our rules, which scrapes these servers every two seconds. */
export async function startPrometheus(folder: string, servers: string[]) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = {
    global: { scrape_interval: '2s', evaluation_interval: '2s' },
    rule_files: [join(rulesFolder, '*.rules.yml')],
    scrape_configs: [
      {
        job_name: 'lyceum',
        static_configs: [{ targets: servers.map((server) => new URL(server).host) }],
      },
    ],
  }
  // Its configuration is YAML, of which JSON is a subset.
  const file = join(folder, 'prometheus.json')
  await writeFile(file, JSON.stringify(config))
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ]
  const program = await startProgram(['prometheus', ...options], `${url}/-/ready`)

  async function ask<Data>(path: string): Promise<Data> {
    const answer = await fetch(`${url}/api/v1/${path}`)
    const { data, error } = (await answer.json()) as { data: Data; error?: string }
    if (error !== undefined) throw new Error(`Prometheus refuses ${path}: ${error}`)
    return data
  }

  /** Returns how many series an expression finds now. */
  async function count(expression: string): Promise<number> {
    const query = `query?query=${encodeURIComponent(expression)}`
    const { result } = await ask<{ result: unknown[] }>(query)
    return result.length
  }

  return {
    count,
    rules: async () => {
      const { groups } = await ask<{ groups: { rules: Rule[] }[] }>('rules')
      return groups.flatMap(({ rules }) => rules)
    },
    /** The targets that answer. */
    countUp: () => count('up == 1'),
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  }
}
