import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { freePort } from '../../server/test/free-port.ts'
import { password } from '../../server/test/given.ts'
import { textAfter } from '../bench/setting.ts'
import { askFor, logIn } from '../support/ask.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openPlace } from '../support/place.ts'
import { root } from '../support/programs.ts'
import { report, say } from '../support/say.ts'
import { secondsUntil, untilReady } from '../support/until.ts'
import { containerTools } from './programs.ts'
import { makeStandInBase } from './stand-in-base.ts'

/*
 * Builds the image of the Dockerfile without a daemon, and runs it as production: with a read-only
 * root, as a user other than root, without capabilities, on a PostgreSQL outside. Somebody
 * registers and completes a course; the certificate is printed in the container, in the browser's
 * own sandbox. Where the machine does not let the browser build it, the check says so, and goes on
 * as an operator does who decides to print without. Exit code 1 when one of that fails.
 */
/** The folder that keeps images between runs. */
const given = textAfter('--folder')

const image = 'localhost/lyceum:check'
/** The user in the Dockerfile. */
const containerUser = 65532

const folder = given ?? (await mkdtemp(join(tmpdir(), 'lyceum-container-')))
const tools = containerTools(folder)
try {
  await build()
  await look()
  await runImage()
} finally {
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
      // Without an overlay file system, each layer copies all those below it.
      ...(given === undefined ? [] : ['--layers']),
      ...['--format', 'docker', '--tag', image, '.'],
    ],
    root,
  )
  say('build', `${Math.round((performance.now() - began) / 1_000)} s, on a stand-in for ${base}`)
}

/** Checks the image's labels, and that it holds nothing it must not. */
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
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  await using place = await openPlace('container', { PUBLIC_URL: publicUrl })
  const { keysFile } = place.deps.config
  const mails = await startMailbox()
  // Mounted as an orchestrator mounts a secret: read-only, for the container's user alone.
  await chown(keysFile, containerUser, containerUser)
  const settings = {
    DATABASE_URL: place.databaseUrl,
    PUBLIC_URL: publicUrl,
    BCRYPT_COST: '10',
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
    const account = { email, password, name: 'Ada Lovelace' }
    await askFor(baseUrl, 'POST /api/v1/auth/register', { body: account })
    const proof = { email, code: await mails.code() }
    await askFor(baseUrl, 'POST /api/v1/auth/verify-email', { body: proof })
    const token = await logIn(baseUrl, account)
    const course = await place.given.course({ lessons: ['required'] })
    await place.given.enrollment({ email }, course)
    const [lesson] = course.lessons
    const progress = { lessonId: lesson?.id, percent: 100 }
    await askFor(baseUrl, 'POST /api/v1/progress', { token, body: progress })
    const { certificateUrl } = await askFor<{ certificateUrl: string }>(
      baseUrl,
      `POST /api/v1/courses/${course.id}/certificate`,
      { token, body: {} },
    )
    const pdf = await fetch(certificateUrl)
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
    await mails.close()
  }
}

/** Returns what /readyz says once the test print is over. */
async function untilPrintingIsTried(
  baseUrl: string,
): Promise<{ printing: string; sandbox?: string }> {
  // Without an overlay file system the image is copied first: minutes on a busy machine.
  await untilReady(`${baseUrl}/readyz`, { minutes: 10 })
  let certificates: { printing: string; sandbox?: string } = { printing: 'unknown' }
  const isTried = async () => {
    const ready = await askFor<{ certificates: typeof certificates }>(baseUrl, 'GET /readyz')
    certificates = ready.certificates
    return certificates.printing !== 'unknown'
  }
  await secondsUntil(isTried, { most: 180, every: 1_000 })
  return certificates
}

/** Runs it as docs/deployment.md says, but on this machine's network. */
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

/** Starts a mail server that keeps the newest code. */
async function startMailbox() {
  const port = await freePort()
  const codes: string[] = []
  const { close } = await startMailServer(port, {
    onData: (stream, _session, callback) => {
      simpleParser(stream).then(({ text = '' }) => {
        codes.push(...(text.match(/\b\d{8}\b/g) ?? []))
        callback()
      }, callback)
    },
  })
  return {
    port,
    code: async () => {
      await secondsUntil(() => codes.length > 0, { most: 30 })
      return codes.at(-1) ?? 'no mail came'
    },
    close,
  }
}
