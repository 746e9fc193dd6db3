import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { exemptionOf } from './exempt-networks.ts'
import { problemsWith, production } from './test-support.ts'

const networksOf = (text: string) => readConfig({ LIMIT_EXEMPT_NETWORKS: text }).limitExemptNetworks
const refusalOf = (text: string) => problemsWith({ LIMIT_EXEMPT_NETWORKS: text }).join()

test.each([
  '0.0.0.0/0',
  '::/0',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/90',
  '0.0.0.0',
  '0.0.0.0/8',
  '::',
  '10.0.0.0/7',
  '2000::/3',
  '2001:db8::1',
  '2001:db8:1:2:3::/80',
  '10/8',
  '010.1.0.0/16',
  '10.1.0.0/33',
  '10.1.0.0/-1',
  'loopback',
  'school.example',
  '198.51.100.0/24; 192.0.2.0/24',
])('%s is no network of a school, and refused at the start by the name of the setting', (text) => {
  expect(refusalOf(text)).toMatch(/^LIMIT_EXEMPT_NETWORKS: (must be |limits count )/)
  expect(refusalOf(`198.51.100.0/24, ${text}`)).toMatch(/^LIMIT_EXEMPT_NETWORKS: /)
})

test.each([
  ['198.51.100.0/24', '198.51.100.7', true],
  ['198.51.100.0/24', '198.51.101.7', false],
  ['198.51.100.7', '198.51.100.7', true],
  ['198.51.100.7', '198.51.100.8', false],
  ['::ffff:198.51.100.0/120', '198.51.100.7', true],
  ['::ffff:c633:6400/120', '198.51.101.7', false],
  ['2001:db8:7::/48', '2001:db8:7:9::/64', true],
  ['2001:db8:7::/48', '2001:db8:8:9::/64', false],
  ['2001:db8:7:9::/64', '2001:db8:7:9::/64', true],
  ['192.0.2.0/24,198.51.100.0/24', '192.0.2.200', true],
  ['198.51.100.0/24', '0.0.0.0', false],
  ['', '198.51.100.7', false],
])('with %j, the client %s is exempt: %j', (text, who, isExempt) => {
  expect(exemptionOf(networksOf(text))(who)).toBe(isExempt)
})

test('production starts with a network that is too wide for a school, and warns', () => {
  const warningsOf = (LIMIT_EXEMPT_NETWORKS: string, TRUST_PROXY = 'false') =>
    readConfig({ ...production, LIMIT_EXEMPT_NETWORKS, TRUST_PROXY }).warnings

  expect(warningsOf('198.51.0.0/16,2001:db8:7::/48')).toEqual([])
  expect(warningsOf('10.0.0.0/8')).toEqual([expect.stringContaining('wider than /16 of IPv4')])
  expect(warningsOf('2001:db8::/32')).toEqual([expect.stringContaining('wider than /48 of IPv6')])
  expect(warningsOf('127.0.0.1')).toEqual([expect.stringContaining('TRUST_PROXY')])
  expect(warningsOf('127.0.0.1', 'loopback')).toEqual([])
})
