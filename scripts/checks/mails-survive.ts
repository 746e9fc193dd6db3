import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../server/test/free-port.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts'

/*
 * Kills the server (-9) before a mail is sent, while it is sent, and right after the answer, and
 * measures how long after the next start the mail arrives. Exit code 1 when one takes longer.
 */
const promisedSeconds = 30

/** Counts the mails for each recipient; hangs while `state.hangs` is set. */
async function startMailServer(port: number) {
  const received = new Map<string, number>()
  /** The Message-IDs for each recipient. */
  const ids = new Map<string, Set<string>>()
  const state = { hangs: false, losesAnswer: false, recipientsSeen: 0 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: (_address, _session, callback) => {
      state.recipientsSeen++
      if (!state.hangs) callback()
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [, id = ''] = /^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString()) ?? []
        for (const { address } of envelope.rcptTo) {
          received.set(address, (received.get(address) ?? 0) + 1)
          ids.set(address, (ids.get(address) ?? new Set()).add(id))
        }
        // Once, the answer does not arrive any more.
        if (!state.losesAnswer) callback()
        state.losesAnswer = false
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    received,
    ids,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function register({ url }: ServerProcess, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: 'correct horse battery staple' })
  const answer = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (answer.status !== 201)
    throw new Error(`The registration failed with status ${answer.status}.`)
}

async function until(isTrue: () => boolean, seconds: number): Promise<number | undefined> {
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    if (isTrue()) return (performance.now() - began) / 1_000
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return undefined
}

async function kill(server: ServerProcess): Promise<void> {
  server.process.kill('SIGKILL')
  await server.exit
}

const folder = await mkdtemp(join(tmpdir(), 'lyceum-mails-'))
await chmod(folder, 0o755)
const port = await freePort()
const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, SEED_DEMO: 'false', BCRYPT_COST: '10' }

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(folder, settings)
  await server.ready()
  return server
}

function report(what: string, email: string, seconds: number | undefined): void {
  const outcome =
    seconds === undefined
      ? `NOT within ${promisedSeconds} s`
      : `after ${seconds.toFixed(1)} s, ${mails.received.get(email)} time(s)`
  process.stdout.write(`${what}: arrived ${outcome}\n`)
  if (seconds === undefined) process.exitCode = 1
}

const arrived = (email: string) => until(() => mails.received.has(email), promisedSeconds)

const first = await start()
await register(first, 'down@example.com')
await kill(first)
const mails = await startMailServer(port)
const second = await start()
report('mail server down, then killed', 'down@example.com', await arrived('down@example.com'))

mails.state.hangs = true
const seen = mails.state.recipientsSeen
await register(second, 'hanging@example.com')
await until(() => mails.state.recipientsSeen > seen, 10)
await kill(second)
mails.state.hangs = false
let server = await start()
report(
  'killed while the mail was being sent',
  'hanging@example.com',
  await arrived('hanging@example.com'),
)

mails.state.losesAnswer = true
await register(server, 'taken@example.com')
await until(() => mails.received.has('taken@example.com'), 10)
await kill(server)
server = await start()
const again = await until(() => mails.received.get('taken@example.com') === 2, promisedSeconds)
report('killed after the mail server took it', 'taken@example.com', again)
const messageIds = mails.ids.get('taken@example.com')?.size
process.stdout.write(`  both times with ${messageIds === 1 ? 'one' : 'DIFFERENT'} Message-ID\n`)
if (messageIds !== 1) process.exitCode = 1

for (let round = 1; round <= 3; round++) {
  const email = `answered-${round}@example.com`
  await register(server, email)
  await kill(server)
  server = await start()
  report('killed right after the answer', email, await arrived(email))
}

server.process.kill('SIGTERM')
await server.exit
await mails.close()
await rm(folder, { recursive: true, force: true })
