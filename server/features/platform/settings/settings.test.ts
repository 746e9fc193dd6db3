import { expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { followSettings, refreshSettings } from './kept-settings.ts'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>`
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const { ofEnvironment } = readConfig({ NODE_ENV: 'test', SUPPORT_CONTACT: 'help@lyceum.test' })
const api = await forAllTests(startApi({ config: { ofEnvironment } }))
const admin = await api.given.admin()
const { settings } = api.as(admin).admin
const revisionNow = async () => (await settings.get.query()).revision

test('a setting holds at once, where people see it', async () => {
  const before = await settings.get.query()
  expect(before).toMatchObject({ schoolName: null, timeZone: null, fixed: ['supportContact'] })

  const after = await settings.update.mutate({
    revision: before.revision,
    schoolName: 'Nord',
    schoolColor: '#7a1f1f',
    schoolLogo: logo,
    imprintUrl: 'https://nord.test/imprint',
    timeZone: 'Europe/Berlin',
    languages: ['de'],
    receiptLines: ['Long Street 1; Door 2'],
    taxName: 'VAT',
    taxRate: '8.25',
  })

  expect(after).toMatchObject({ revision: before.revision + 1, schoolName: 'Nord' })
  const { body } = await api.request('GET /api/v1/config')
  expect(body).toMatchObject({
    name: 'Nord',
    colors: { color: '#7a1f1f' },
    languages: { mails: ['de'] },
    links: { imprint: 'https://nord.test/imprint', terms: null, support: 'help@lyceum.test' },
  })
  const picture = await api.request(`GET ${new URL(body.logo).pathname}`)
  expect(picture.text).toBe(svg)
  const page = await api.request('GET /about', { headers: { accept: 'text/html' } })
  expect(page.text).toContain('<bdi>Nord</bdi>')
  expect(page.text).toContain('https://nord.test/imprint')
  expect((await api.request('GET /verify')).text).toContain('Nord')
  const { config } = api.deps
  expect(config).toMatchObject({
    timeZone: 'Europe/Berlin',
    tax: { name: 'VAT', rate: 825 },
    receiptLines: ['Long Street 1; Door 2'],
    certificateIssuer: 'Nord',
  })
  expect(config.mailFrom).toContain('"Nord"')
})

test('other processes have it within seconds, and a restarted one from the start', async () => {
  await using other = await startApi()
  expect(other.deps.config.brand.name).toBe('Nord')
  const following = followSettings(other.deps)

  await settings.update.mutate({ revision: await revisionNow(), schoolName: 'Nordwest' })
  await expect.poll(() => other.deps.config.brand.name).toBe('Nordwest')
  await following.stop()

  await settings.update.mutate({ revision: await revisionNow(), schoolName: null })
  expect(await refreshSettings(other.deps)).toBe(true)
  expect(other.deps.config.brand.name).toBe('Lyceum')
  expect(await refreshSettings(other.deps)).toBe(false)
})

test('what the environment fixes is shown, and refused at its field', async () => {
  const revision = await revisionNow()
  expect((await settings.get.query()).supportContact).toBe('help@lyceum.test')
  await expect(
    settings.update.mutate({ revision, supportContact: 'other@lyceum.test' }),
  ).rejects.toMatchObject({
    data: { error: 'InvalidFields', issues: [{ path: 'supportContact' }] },
  })
})

test.each([
  ['schoolName', 'Nord\nBcc: eve@example.com'],
  ['schoolColor', '#777777'],
  ['schoolLogo', 'https://elsewhere.test/logo.svg'],
  ['schoolLogo', '/etc/passwd'],
  ['schoolLogo', `data:text/html;base64,${Buffer.from('<svg>').toString('base64')}`],
  ['schoolLogo', `data:image/svg+xml;base64,${Buffer.alloc(600_000, 'a').toString('base64')}`],
  ['imprintUrl', 'javascript:alert(1)'],
  ['timeZone', 'Mars/Olympus'],
  ['taxRate', '100'],
  ['certificateLines', ['1', '2', '3']],
  ['certificateSignatures', [{ name: 'Ada', title: 'Dean', image: '/etc/passwd' }]],
  ['languages', []],
])('%s cannot be %.40j', async (name, value) => {
  const revision = await revisionNow()
  await expect(settings.update.mutate({ revision, [name]: value })).rejects.toMatchObject({
    data: { error: 'InvalidFields' },
  })
  expect(await revisionNow()).toBe(revision)
})

test('a tax needs both its name and its rate', async () => {
  const revision = await revisionNow()
  await expect(settings.update.mutate({ revision, taxRate: null })).rejects.toMatchObject({
    data: { error: 'InvalidFields', issues: [{ path: 'taxRate' }] },
  })
})

test('who saves what somebody else has changed meanwhile is told, and loses nothing', async () => {
  const revision = await revisionNow()
  const saving = ['One', 'Two'].map((schoolName) =>
    settings.update.mutate({ revision, schoolName }).catch(({ data }) => data.error),
  )
  const results = await Promise.all(saving)
  expect(results.filter((result) => result === 'DraftChanged')).toHaveLength(1)
  expect(await revisionNow()).toBe(revision + 1)
})

test('what loosens access takes a proof, and is on record with its values', async () => {
  const revision = await revisionNow()
  const { token } = admin
  const refused = await api.request('PATCH /api/v1/admin/settings/any', {
    token,
    headers: { 'if-match': `"r${revision}"` },
    body: { teachersSeeEmails: true },
  })
  expect(refused.status).toBe(400)
  expect((await api.request('GET /api/v1/courses')).status).toBe(401)

  await settings.updateAny.mutate({
    revision,
    publicOperations: ['courses.list'],
    teachersSeeEmails: true,
  })

  expect((await api.request('GET /api/v1/courses')).status).toBe(200)
  const [event] = (await api.as(admin).admin.audit.list.query({ event: 'settings-changed' })).items
  expect(event?.details).toEqual({
    settings: 'publicOperations teachersSeeEmails',
    'after.publicOperations': 'courses.list',
    'after.teachersSeeEmails': true,
  })
})

test('a third party that is not configured cannot be offered', async () => {
  await expect(
    settings.updateAny.mutate({ revision: await revisionNow(), signInProviders: ['myspace'] }),
  ).rejects.toMatchObject({ data: { issues: [{ path: 'signInProviders' }] } })
})

test('mails and pages take words of the school, with what is filled in', async () => {
  const { items } = await settings.standardTexts.query({ language: 'en' })
  expect(items.find(({ name }) => name === 'account-suspended')).toMatchObject({
    texts: expect.arrayContaining(['Your {school} account is suspended']),
    placeholders: ['school', 'at'],
    isFixed: false,
  })
  const saying = async (mailTexts: object, pageTexts: object = {}) =>
    settings.updateAny.mutate({
      ...{ revision: await revisionNow(), schoolName: 'Nord', languages: null },
      ...({ mailTexts, pageTexts } as object),
    })
  const lead = '{school} has closed your account for now.'
  for (const [path, refused] of [
    [
      'mailTexts.en.account-suspended.lead',
      { en: { 'account-suspended': { lead: 'Dear {name}' } } },
    ],
    ['mailTexts.en', { en: { nothing: { lead } } }],
    ['mailTexts', { xx: { invited: { lead } } }],
  ] as const)
    await expect(saying(refused)).rejects.toMatchObject({ data: { issues: [{ path }] } })
  await expect(saying({}, { en: { check: '{issuer}?' } })).rejects.toMatchObject({
    data: { issues: [{ path: 'pageTexts.en.check' }] },
  })

  await saying({ en: { 'account-suspended': { lead } } }, { en: { check: 'Is it real?' } })

  const learner = await api.given.learner()
  await api.as(admin).admin.users.suspend.mutate({ userId: learner.id, reason: 'A test' })
  await untilJobsAreDone(api, 'send-notification')
  const mail = api.mails.find(({ to }) => to === learner.email)
  expect(mail?.text).toContain('Nord has closed your account for now.')
  expect((await api.request('GET /verify')).text).toContain('Is it real?')
})

test('every mail can be shown and tried in every language', async () => {
  for (const language of ['en', 'de'] as const) {
    const { items } = await settings.standardTexts.query({ language })
    expect(JSON.stringify(items)).not.toMatch(/undefined|NaN|Invalid/)
  }
  const test = await settings.testMail.mutate({ language: 'de', kind: 'invited' })
  expect(test).toEqual({ to: admin.email, sent: true, failure: null })
  expect(api.mails.at(-1)?.subject).toMatch(/^Test: /)
})

test('all that the school set can be taken to another one, as a file', async () => {
  const { revision: _, fixed, providers, supportContact, ...file } = await settings.get.query()
  expect(JSON.stringify(file)).toContain('has closed your account')
  const other = await settings.update.mutate({
    ...{ revision: await revisionNow(), schoolName: 'Elsewhere', taxName: null, taxRate: null },
  })

  const taken = await settings.updateAny.mutate({ revision: other.revision, ...file })
  expect(taken).toMatchObject({ ...file, supportContact })
  expect(api.deps.config.brand.name).toBe('Nord')
})

test('a value that this release does not take does not keep the server from starting', async () => {
  await using other = await startApi()
  const kept = { schoolName: 'Nord', timeZone: 'Mars/Olympus', mailTexts: 5, later: 1 }
  await other.database.db.execute(
    `update school_settings set revision = revision + 1, content = '${JSON.stringify(kept)}'`,
  )
  await refreshSettings(other.deps)
  expect(other.deps.config).toMatchObject({ brand: { name: 'Nord' }, timeZone: 'UTC' })
})
