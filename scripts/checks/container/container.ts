import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { simpleParser } from 'mailparser'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { startEmbeddedPostgres } from '../../../db/embedded/embedded.ts'
import { readConfig } from '../../../server/config/config.ts'
import { openDeps } from '../../../server/deps.ts'
import { freePort } from '../../../server/test/free-port.ts'
import { makeGiven } from '../../../server/test/given.ts'
import { report, say } from '../support/say.ts'
import { untilReady } from '../support/until-ready.ts'
import { containerTools } from './programs.ts'
import { makeStandInBase } from './stand-in-base.ts'

/*
 * Builds the image of the Dockerfile without a daemon, and runs it as production: with a read-only
 * root, as a user other than root, without capabilities, on a PostgreSQL outside. Somebody
 * registers and completes a course; the certificate is printed in the container, in the browser's
 * own sandbox. Where the machine does not let the browser build it, the check says so, and goes on
 * as an operator does who decides to print without. Exit code 1 when one of that fails.
 */
const { folder: given } = new Command('container')
  .option('--folder <path>', 'keep images in this folder, and build on those that are there')
  .parse()
  .opts<{ folder?: string }>()

const root = join(import.meta.dirname, '../../..')
const image = 'localhost/lyceum:check'
/** As in the Dockerfile. */
const containerUser = 65532
const password = 'correct horse battery staple'

const folder = given ?? (await mkdtemp(join(tmpdir(), 'lyceum-container-')))
const work = await mkdtemp(join(tmpdir(), 'lyceum-container-'))
await chmod(work, 0o755)
const tools = containerTools(folder)
try {
  await build()
  await look()
  await runImage()
} finally {
  await rm(work, { recursive: true, force: true })
  if (given === undefined) await rm(folder, { recursive: true, force: true })
}

async function build(): Promise<void> {
  const [, base = ''] = /^FROM (\S+)/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8')) ?? []
  const known = await tools.buildah(['images', '--quiet', base]).catch(() => '')
  if (known === '') await makeStandInBase(folder, { tools, name: base })
  const began = performance.now()
  await tools.buildah(
    [
      ...['build', '--isolation', 'chroot', '--network', 'host'],
      // Without an overlay file system each layer is a copy of all below it.
      ...(given === undefined ? [] : ['--layers']),
      ...['--format', 'docker', '--tag', image, '.'],
    ],
    root,
  )
  say('build', `${Math.round((performance.now() - began) / 1_000)} s, on a stand-in for ${base}`)
}

/** Checks the image's labels, and that it holds nothing it must not hold. */
async function look(): Promise<void> {
  const inspected = JSON.parse(await tools.buildah(['inspect', '--type', 'image', image])) as {
    Docker: { config: { User: string; Healthcheck?: object; Labels: Record<string, string> } }
  }
  const { User: user, Healthcheck: health, Labels: labels } = inspected.Docker.config
  report(
    user.startsWith(String(containerUser)) &&
      health !== undefined &&
      labels['org.opencontainers.image.title'] === 'Lyceum',
    'image',
    `user ${user}, ${health === undefined ? 'no' : 'a'} health check`,
  )
  const container = await tools.buildah(['from', image])
  const inImage = (args: string) =>
    tools.buildah(['run', '--isolation', 'chroot', container, '--', 'sh', '-c', args])
  const secrets = await inImage(
    "find /opt/lyceum -path '*/node_modules' -prune -o " +
      "\\( -name '.env*' -o -name '*.pem' -o -name 'keys.json' -o -name '*.test.ts' \\) -print",
  )
  report(secrets === '', 'left out', secrets === '' ? 'no keys, settings or tests' : secrets)
  const [size = ''] = (await inImage('du -sm /opt/lyceum')).split('\t')
  say('size', `${size} MB of Lyceum in the image`)
  await tools.buildah(['rm', container])
}

async function runImage(): Promise<void> {
  const log = pino({ level: 'silent' })
  const postgres = await startEmbeddedPostgres({ dataDir: join(work, 'postgres'), log })
  const mails = await startMailbox()
  const port = await freePort()
  const keysFile = join(work, 'keys.json')
  const shared = {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: `http://localhost:${port}`,
    BCRYPT_COST: '10',
  }
  const { deps, close } = await openDeps({
    config: readConfig({ ...shared, NODE_ENV: 'test', DATA_DIR: work, KEYS_FILE: keysFile }),
    log,
    maintainJobs: false,
  })
  // As an orchestrator mounts a secret: read-only, for the user of the container alone.
  await chown(keysFile, containerUser, containerUser)
  const settings = {
    ...shared,
    PORT: String(port),
    HOST: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    KEYS_FILE: '/run/secrets/keys.json',
    LOG_LEVEL: 'warn',
  }
  const baseUrl = `http://127.0.0.1:${port}`
  let container = start(keysFile, settings)
  try {
    const first = await untilPrintingIsTried(baseUrl)
    if (first.printing === 'unavailable') {
      say(
        'sandbox',
        'NOT TO BE HAD HERE (see the log above): goes on with CHROMIUM_NO_SANDBOX=true',
      )
      container.kill('SIGTERM')
      await once(container, 'exit')
      container = start(keysFile, { ...settings, CHROMIUM_NO_SANDBOX: 'true' })
    }
    const { printing, sandbox } = await untilPrintingIsTried(baseUrl)
    report(printing === 'ready', 'printing', `${printing}: ${sandbox ?? 'no browser'}`)
    const email = 'ada@example.com'
    await post(`${baseUrl}/api/v1/auth/register`, { email, password, name: 'Ada Lovelace' })
    await post(`${baseUrl}/api/v1/auth/verify-email`, { email, code: await mails.code() })
    const { token } = await post(`${baseUrl}/api/v1/auth/login`, { email, password })
    const shop = makeGiven(deps)
    const course = await shop.course({ lessons: ['required'] })
    await shop.enrollment({ email }, course)
    const [lesson] = course.lessons
    await post(`${baseUrl}/api/v1/progress`, { lessonId: lesson?.id, percent: 100 }, token)
    const { certificateUrl } = await post(
      `${baseUrl}/api/v1/courses/${course.id}/certificate`,
      {},
      token,
    )
    const pdf = await fetch(certificateUrl ?? '')
    const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    report(
      pdf.status === 200 && text.startsWith('%PDF-'),
      'registered, learned, certified',
      text.startsWith('%PDF-')
        ? `a PDF of ${text.length} bytes`
        : `${pdf.status} ${text.slice(0, 300)}`,
    )
    const began = performance.now()
    container.kill('SIGTERM')
    const [code] = await once(container, 'exit')
    const seconds = (performance.now() - began) / 1_000
    report(code === 0 && seconds >= 5, 'stopped', `with ${code} after ${seconds.toFixed(1)} s`)
  } finally {
    container.kill('SIGKILL')
    await close()
    await mails.close()
    await postgres.stop()
  }
}

/** What /readyz says once the test print is over. */
async function untilPrintingIsTried(
  baseUrl: string,
): Promise<{ printing: string; sandbox?: string }> {
  // Without an overlay file system the image is copied first: minutes, on a busy machine.
  await untilReady(`${baseUrl}/readyz`, { minutes: 10 })
  for (const deadline = Date.now() + 180_000; ; await sleep(1_000)) {
    const { certificates } = (await (await fetch(`${baseUrl}/readyz`)).json()) as {
      certificates: { printing: string; sandbox?: string }
    }
    if (certificates.printing !== 'unknown' || Date.now() > deadline) return certificates
  }
}

/** As docs/deployment.md says, apart from the network, which is this machine's. */
function start(keysFile: string, settings: Record<string, string>): ChildProcess {
  return spawn(
    'podman',
    [
      ...tools.podmanArguments,
      ...['run', '--rm', '--no-healthcheck', '--network', 'host'],
      ...['--read-only', '--tmpfs', '/tmp', '--tmpfs', '/var/lib/lyceum'],
      ...['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
      ...['--security-opt', `seccomp=${join(root, 'deploy/seccomp.json')}`],
      ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
      ...['--volume', `${keysFile}:/run/secrets/keys.json:ro`],
      ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      image,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
}

async function post(
  url: string,
  body: unknown,
  token?: string,
): Promise<{ token?: string; certificateUrl?: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

/** A mail server that keeps the newest code. */
async function startMailbox() {
  const port = await freePort()
  const codes: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, callback) => {
      simpleParser(stream).then(({ text = '' }) => {
        codes.push(...(text.match(/\b\d{8}\b/g) ?? []))
        callback()
      }, callback)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    code: async () => {
      const deadline = Date.now() + 30_000
      while (codes.length === 0 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 200))
      return codes.at(-1) ?? 'no mail came'
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
