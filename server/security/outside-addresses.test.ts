import { describe, expect, test } from 'vitest'
import { isOutside, NotOutside, resolveOutside } from './outside-addresses.ts'

const inner = [
  'localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0X7F.0x0.0x0.0x1',
  '１２７.0.0.1',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '012.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '3232235521',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '192.88.99.1',
  '::',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
]

describe('addresses that are not outside', () => {
  test.each(inner)('%s is refused', async (host) => {
    await expect(resolveOutside(host)).rejects.toMatchObject({
      name: 'NotOutside',
      reason: 'inner',
    })
  })

  test.each(['', 'a b', 'a/b', 'user@a.test', 'a.test:22', 'a\\b', 'a?b', 'a#b', '256.0.0.1'])(
    '%j is no host',
    async (host) => {
      await expect(resolveOutside(host)).rejects.toBeInstanceOf(NotOutside)
    },
  )

  test('a name is refused by what it leads to', async () => {
    const resolve = async () => ['127.0.0.1', '::1']
    await expect(resolveOutside('rebound.test', { resolve })).rejects.toMatchObject({
      reason: 'inner',
    })
  })
})

test('of a name with both kinds of addresses, only the public ones may be connected to', async () => {
  const resolve = async () => ['10.0.0.8', '8.8.8.8', 'fd00::1', '2606:4700:4700::1111']
  expect(await resolveOutside('both.test', { resolve })).toEqual([
    '8.8.8.8',
    '2606:4700:4700::1111',
  ])
})

test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1'])(
  '%s is outside',
  async (address) => {
    expect(isOutside(address)).toBe(true)
    expect(await resolveOutside(address)).toEqual([address])
  },
)

test('private addresses may be allowed by whoever operates the service', async () => {
  expect(await resolveOutside('0x7f.1', { allowPrivate: true })).toEqual(['127.0.0.1'])
  await expect(
    resolveOutside('nowhere.test', { allowPrivate: true, resolve: async () => [] }),
  ).rejects.toMatchObject({ reason: 'unknown' })
})
