import { demoAccounts } from '../../server/demo/demo-accounts.ts'
import { median } from '../bench/times.ts'
import { askFor, logIn } from '../support/ask.ts'
import { cpuMicroseconds } from '../support/metrics.ts'
import { say } from '../support/say.ts'

const rounds = 5
const connections = 10

/**
 * Puts each server under the same load in turn, several times, and says what a request costs of its
 * processor, compared with the first one in the same round.
 */
export async function compareCost(servers: Record<string, string>, seconds: number) {
  const [[firstName = '', first = ''] = [], ...others] = Object.entries(servers)
  const token = await logIn(first, demoAccounts[0])
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
  const route = 'GET /api/courses?limit=1'
  const { items } = await askFor<{ items: { id: string }[] }>(url, route, { token })
  const routes = [
    '/api/courses?limit=20',
    `/api/v1/courses/${items[0]?.id}`,
    '/api/v1/me',
    '/api/v1/cart',
  ]
  const headers = { authorization: `Bearer ${token}` }
  const before = await cpuMicroseconds(url)
  const until = performance.now() + seconds * 1_000
  let requests = 0
  async function keepAsking(): Promise<void> {
    while (performance.now() < until) {
      const answer = await fetch(url + routes[requests++ % routes.length], { headers })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  return ((await cpuMicroseconds(url)) - before) / requests
}
