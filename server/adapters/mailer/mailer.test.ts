import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createFileMailer, readMailbox } from './file-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const from = 'Lyceum <no-reply@lyceum.test>'
const mail = {
  id: '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04',
  to: 'jörg@example.com',
  subject: 'Dein Code: 04827193 — grüß Gott',
  text: 'Der Code ist 04827193.\n.\nEine Zeile, die mit einem Punkt beginnt:\n.hidden',
  html: '<p>Der Code ist <strong>04827193</strong>.</p>',
}

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'lyceum-mail-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

function refusalOf(address: string): Error | null {
  if (address.endsWith('@refused.example'))
    return Object.assign(new Error(`No such mailbox ${address}`), { responseCode: 550 })
  if (address.endsWith('@busy.example'))
    return Object.assign(new Error(`Come back later ${address}`), { responseCode: 451 })
  return null
}

/**
 * Starts a mail server that keeps what it is given, and refuses recipients at refused.example for
 * good and at busy.example for now.
 */
async function mailServer() {
  const received: ParsedMail[] = []
  const given = { received, logins: 0 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) => {
      given.logins++
      if (username === 'lyceum' && password === 'geheim') callback(null, { user: username })
      else callback(new Error('Invalid login'))
    },
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(address)),
    onData: (stream, _session, callback) => {
      simpleParser(stream).then((parsed) => {
        received.push(parsed)
        callback()
      }, callback)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(given, {
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

test('a mail without a mail server is an .eml that any mail app reads', async () => {
  await using place = await folder()
  const mailer = createFileMailer({
    folder: place.path,
    from,
    now: () => new Date('2026-11-21T10:00:00Z'),
  })

  await mailer.send(mail)

  const { id, ...shown } = mail
  const [eml] = (await readdir(place.path)).filter((name) => name.endsWith('.eml'))
  const parsed = await simpleParser(await readFile(join(place.path, eml ?? '')))
  expect(parsed).toMatchObject({
    subject: mail.subject,
    html: mail.html,
    messageId: `<${id}@lyceum.test>`,
    from: { text: '"Lyceum" <no-reply@lyceum.test>' },
  })
  expect(parsed.text?.trim()).toBe(mail.text)
  expect([parsed.to].flat().map((address) => address?.value[0]?.address)).toEqual([mail.to])
  expect(await readMailbox(place.path, 'JÖRG@example.com')).toEqual([
    { ...shown, sentAt: '2026-11-21T10:00:00.000Z' },
  ])
})

test('a mail that can be ended says so to mail apps (RFC 8058)', async () => {
  await using place = await folder()
  const mailer = createFileMailer({ folder: place.path, from, now: () => new Date() })
  const unsubscribeUrl = `https://lyceum.test/unsubscribe/${'a'.repeat(150)}`
  await mailer.send({ ...mail, unsubscribeUrl })
  const [eml] = (await readdir(place.path)).filter((name) => name.endsWith('.eml'))
  const { headerLines } = await simpleParser(await readFile(join(place.path, eml ?? '')))
  const lines = headerLines.filter(({ key }) => key.startsWith('list-'))
  expect(lines.map(({ line }) => line.replaceAll(/\s+/gu, ''))).toEqual([
    `List-Unsubscribe:<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post:List-Unsubscribe=One-Click',
  ])
})

test('a line break in a subject or an email adds no header', async () => {
  await using place = await folder()
  const mailer = createFileMailer({ folder: place.path, from, now: () => new Date() })

  await mailer.send({
    ...mail,
    to: 'ada@example.com\r\nBcc: eve@example.com',
    subject: 'Code\r\nBcc: eve@example.com',
  })

  const [eml] = (await readdir(place.path)).filter((name) => name.endsWith('.eml'))
  const source = await readFile(join(place.path, eml ?? ''), 'utf8')
  expect(source).not.toMatch(/^Bcc:/im)
})

test('a mailbox that is read while mails are written shows only whole mails', async () => {
  await using place = await folder()
  const mailer = createFileMailer({ folder: place.path, from, now: () => new Date() })
  const sending = Promise.all(Array.from({ length: 40 }, () => mailer.send(mail)))

  for (let look = 0; look < 10; look++)
    for (const { text } of await readMailbox(place.path)) expect(text).toBe(mail.text)

  await sending
  expect(await readMailbox(place.path)).toHaveLength(40)
})

test('mails are closed to other users, also in a folder that was open', async () => {
  await using place = await folder()
  const path = join(place.path, 'mail')
  await mkdir(path, { mode: 0o755 })
  await chmod(path, 0o755)
  const mailer = createFileMailer({ folder: path, from, now: () => new Date() })

  await mailer.send(mail)

  const modeOf = async (file: string) => (await stat(file)).mode & 0o777
  expect(await modeOf(path)).toBe(0o700)
  const names = await readdir(path)
  expect(await Promise.all(names.map((name) => modeOf(join(path, name))))).toEqual([0o600, 0o600])
})

test('a folder that does not exist is an empty mailbox', async () => {
  expect(await readMailbox('/nowhere/at/all')).toEqual([])
})

test('a mail server gets the mail as it was written', async () => {
  await using server = await mailServer()
  const mailer = createSmtpMailer({ url: `smtp://lyceum:geheim@127.0.0.1:${server.port}`, from })

  await mailer.check()
  await mailer.send({ ...mail, to: 'ada@example.com' })

  const [received] = server.received
  expect(received).toMatchObject({
    subject: mail.subject,
    html: mail.html,
    from: { text: '"Lyceum" <no-reply@lyceum.test>' },
  })
  expect(received?.text?.trim()).toBe(mail.text)
  expect(server.received).toHaveLength(1)
})

test('a mail that is sent again has the same Message-ID, and a different one its own', async () => {
  await using server = await mailServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from })
  const toAda = { ...mail, to: 'ada@example.com' }

  await mailer.send(toAda)
  await mailer.send(toAda)
  await mailer.send({ ...toAda, id: 'different' })

  expect(server.received.map(({ messageId }) => messageId)).toEqual([
    `<${mail.id}@lyceum.test>`,
    `<${mail.id}@lyceum.test>`,
    '<different@lyceum.test>',
  ])
})

test('where TLS is required, a server without it gets no mail and no password', async () => {
  await using server = await mailServer()
  const url = `smtp://lyceum:geheim@127.0.0.1:${server.port}`
  const mailer = createSmtpMailer({ url, from, requireTls: true })

  await expect(mailer.check()).rejects.toMatchObject({ code: 'ETLS' })
  await expect(mailer.send(mail)).rejects.toMatchObject({ permanent: false })
  expect([server.received.length, server.logins]).toEqual([0, 0])
})

test('a wrong password and a server that is down are temporary failures, so that the mail is retried', async () => {
  const server = await mailServer()
  const good = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from })
  const wrong = createSmtpMailer({ url: `smtp://lyceum:falsch@127.0.0.1:${server.port}`, from })

  await expect(wrong.check()).rejects.toThrow('Invalid login')
  await expect(wrong.send(mail)).rejects.toMatchObject({
    permanent: false,
    message: 'the mail was not taken: EAUTH at AUTH PLAIN, 535',
  })
  await server[Symbol.asyncDispose]()
  await expect(good.send({ ...mail, to: 'ada@example.com' })).rejects.toMatchObject({
    permanent: false,
    message: expect.stringContaining('ECONNREFUSED'),
  })
  await expect(good.check()).rejects.toThrow('ECONNREFUSED')
  expect(server.received).toEqual([])
})

test('permanent and temporary refusals of a recipient differ, and neither names the recipient', async () => {
  await using server = await mailServer()
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from })
  const failureOf = (to: string) => mailer.send({ ...mail, to }).catch((error) => error)

  expect(await failureOf('ada@refused.example')).toMatchObject({
    permanent: true,
    message: 'the mail was not taken: EENVELOPE at RCPT TO, 550',
  })
  expect(await failureOf('ada@busy.example')).toMatchObject({
    permanent: false,
    message: 'the mail was not taken: EENVELOPE at RCPT TO, 451',
  })
})

test('a server that hangs delays a mail until its deadline and no longer', async () => {
  const hanging = createServer(() => undefined)
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
  const { port } = hanging.address() as AddressInfo
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from,
    deadlineMilliseconds: 300,
  })

  const before = performance.now()
  await expect(mailer.send(mail)).rejects.toMatchObject({ permanent: false })
  expect(performance.now() - before).toBeLessThan(10_000)
  hanging.close()
})
