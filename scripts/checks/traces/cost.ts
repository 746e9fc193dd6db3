import { demoAccounts } from '../../../server/demo/seed-demo.ts'
import { median } from '../support/running-service.ts'
import { say } from '../support/say.ts'
import { send } from './purchase.ts'

const rounds = 5
const connections = 10

/**
 * Puts each server under the same load in turn, several times, and says what a request costs of its
 * processor, compared with the first one in the same round.
 */
export async function compareCost(servers: Record<string, string>, seconds: number) {
  const [[firstName = '', first = ''] = [], ...others] = Object.entries(servers)
  const { email, password } = demoAccounts[0]
  const { token } = await send(first, 'POST /api/v1/auth/login', { email, password })
  for (const url of Object.values(servers)) await costOf(url, token, 2)

  const ratios = new Map<string, number[]>(others.map(([name]) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    const base = await costOf(first, token, seconds)
    for (const [name, url] of others) {
      const cost = await costOf(url, token, seconds)
      ratios.get(name)?.push(cost / base)
    }
    say(`round ${round}, ${firstName}`, `${Math.round(base)} µs of CPU for a request`)
  }
  for (const [name, measured] of ratios) {
    const each = measured.map((ratio) => ratio.toFixed(3)).join(' ')
    say(`traced ${name}`, `${median(measured).toFixed(3)} of ${firstName} (median of ${each})`)
  }
}

/** Microseconds of CPU for a request. */
async function costOf(url: string, token: string, seconds: number): Promise<number> {
  const { items } = await send(url, 'GET /api/courses?limit=1', undefined, token)
  const routes = [
    '/api/courses?limit=20',
    `/api/v1/courses/${items[0].id}`,
    '/api/v1/me',
    '/api/v1/cart',
  ]
  const headers = { authorization: `Bearer ${token}` }
  const before = await cpuOf(url)
  const until = performance.now() + seconds * 1_000
  let requests = 0
  async function keepAsking(): Promise<void> {
    while (performance.now() < until) {
      const answer = await fetch(url + routes[requests++ % routes.length], { headers })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  return ((await cpuOf(url)) - before) / requests
}

async function cpuOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, cpu] = /^process_cpu_seconds_total (\S+)$/m.exec(metrics) ?? []
  return Number(cpu) * 1e6
}
