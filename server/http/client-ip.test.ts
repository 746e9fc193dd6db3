import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../test/api.ts'
import { limitKeyOf } from './client-ip.ts'

const config = { trustProxy: '10.1.0.0/16, fd00::/8', rateLimitScale: 1 }
const logLines: string[] = []
const api = await forAllTests(startApi({ config, logLines }))

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(limitKeyOf(ip)).toBe(key)
})

describe('behind a proxy', () => {
  const proxy = '10.1.2.3'

  /** Returns the IP that the log has of a request. */
  async function ipOf(ip: string, headers: Record<string, string>): Promise<string> {
    logLines.length = 0
    await api.request('GET /api/v1/me', { ip, headers })
    const [line] = logLines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'request')
    return line.ip
  }

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5678', '192.0.2.1'],
    ['[192.0.2.1]:443', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:DB8:0::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['fe80::1%25eth0', 'fe80::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:c000:201]:80', '192.0.2.1'],
    ['192.0.2.9, 192.0.2.1:5678, 10.1.9.9:80', '192.0.2.1'],
    ['192.0.2.1:1, [fd00::5]:443', '192.0.2.1'],
    ['unknown', proxy],
    ['_hidden', proxy],
    ['', proxy],
    ['192.0.2.1:', proxy],
    ['192.0.2.1:80:80', proxy],
    ['192.0.2', proxy],
    ['0xc0.0.2.1', proxy],
    ['[]:80', proxy],
    ['[192.0.2.1', proxy],
    ['192.0.2.1/24', proxy],
    ['<script>', proxy],
    ['192.0.2.1, unknown', proxy],
  ])('a client that is forwarded as "%s" has the IP %s', async (forwarded, ip) => {
    expect(await ipOf(proxy, { 'x-forwarded-for': forwarded })).toBe(ip)
  })

  test('what another header or anybody else says of the IP counts for nothing', async () => {
    const claim = '198.51.100.1'
    const others = { forwarded: `for=${claim}`, 'x-real-ip': claim, 'x-client-ip': claim }
    expect(await ipOf(proxy, others)).toBe(proxy)
    expect(await ipOf('203.0.113.8', { ...others, 'x-forwarded-for': claim })).toBe('203.0.113.8')
  })

  test('a port voids no limit, and only IPs are recorded, mailed and counted', async () => {
    const learner = await api.given.learner()
    const login = (forwarded: string, password: string) =>
      api.request('POST /auth/login', {
        body: { email: learner.email, password },
        ip: proxy,
        headers: { 'x-forwarded-for': forwarded },
      })
    await login('198.51.100.1', learner.password)

    const statuses: number[] = []
    for (let port = 50_000; port < 50_007; port++)
      statuses.push((await login(`203.0.113.8:${port}`, 'wrong')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])

    await login('[2001:db8:0:1::9]:443', learner.password)
    await login('a stranger <b>text</b>', learner.password)
    const { rows } = await api.deps.db.execute<{ ip: string }>(
      sql`select ip from audit_events where user_id = ${learner.id} and ip is not null
        union select ip from sessions where user_id = ${learner.id} and ip is not null`,
    )
    for (const { ip } of rows) expect(ip).toMatch(/^[0-9a-f.:]+(\/64)?$/)
    expect(rows.map(({ ip }) => ip)).toEqual(
      expect.arrayContaining(['198.51.100.1', '203.0.113.8', '2001:db8:0:1::/64', proxy]),
    )
    expect(JSON.stringify([logLines, api.mails])).not.toMatch(/stranger|:5000\d|]:443/)
  })
})
