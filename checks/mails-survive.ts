import { freePort } from '../server/test/free-port.ts'
import type { ServerProcess } from '../server/test/server-process.ts'
import { ask } from './support/ask.ts'
import { startMailServer } from './support/mail-server.ts'
import { kill, openPlace } from './support/place.ts'
import { report as judge } from './support/say.ts'
import { secondsUntil } from './support/until.ts'

/*
 * Kills the server (-9) before a mail is sent, while it is sent, and right after the answer, and
 * measures how long after the next start the mail arrives. Exit code 1 when one takes longer.
 */
const promisedSeconds = 30

/** How often each recipient got a mail, and with which Message-IDs. */
const received = new Map<string, number>()
const ids = new Map<string, Set<string>>()
const state = { hangs: false, losesAnswer: false, recipientsSeen: 0 }

function startFaultyMailServer() {
  return startMailServer(port, {
    onRcptTo: (_address, _session, callback) => {
      state.recipientsSeen++
      if (!state.hangs) callback()
    },
    onData: async (stream, { envelope }, callback) => {
      const text = Buffer.concat(await stream.toArray()).toString()
      const [, id = ''] = /^Message-ID: (.*)$/im.exec(text) ?? []
      for (const { address } of envelope.rcptTo) {
        received.set(address, (received.get(address) ?? 0) + 1)
        ids.set(address, (ids.get(address) ?? new Set()).add(id))
      }
      // Loses the answer once.
      if (!state.losesAnswer) callback()
      state.losesAnswer = false
    },
  })
}

async function register({ url }: ServerProcess, email: string): Promise<void> {
  const body = { email, password: 'correct horse battery staple' }
  const { status } = await ask(url, 'POST /auth/signup', { body })
  if (status !== 201) throw new Error(`The registration failed with status ${status}.`)
}

const port = await freePort()
await using place = await openPlace('mails', { SMTP_URL: `smtp://127.0.0.1:${port}` })
const start = () => place.startServer()

function report(what: string, email: string, seconds: number): void {
  const isInTime = Number.isFinite(seconds)
  const outcome = isInTime ? `after ${seconds.toFixed(1)} s` : `NOT within ${promisedSeconds} s`
  judge(isInTime, what, `arrived ${outcome}, ${received.get(email) ?? 0} time(s)`)
}

const patience = { most: promisedSeconds, every: 50 }
const arrived = (email: string) => secondsUntil(() => received.has(email), patience)

const first = await start()
await register(first, 'down@example.com')
await kill(first)
const mails = await startFaultyMailServer()
const second = await start()
report('mail server down, then killed', 'down@example.com', await arrived('down@example.com'))

state.hangs = true
const seen = state.recipientsSeen
await register(second, 'hanging@example.com')
await secondsUntil(() => state.recipientsSeen > seen, { most: 10, every: 50 })
await kill(second)
state.hangs = false
let server = await start()
report(
  'killed while the mail was being sent',
  'hanging@example.com',
  await arrived('hanging@example.com'),
)

state.losesAnswer = true
await register(server, 'taken@example.com')
await secondsUntil(() => received.has('taken@example.com'), { most: 10, every: 50 })
await kill(server)
server = await start()
const again = await secondsUntil(() => received.get('taken@example.com') === 2, patience)
report('killed after the mail server took it', 'taken@example.com', again)
const messageIds = ids.get('taken@example.com')?.size
judge(messageIds === 1, 'both times with Message-IDs', String(messageIds))

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
