import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Measures how long `npm start` takes to its first answer on an existing database, and how much
 * memory the idle server keeps. Exit code 1 when the median of five starts is over the promise.
 */
const root = join(import.meta.dirname, '../..')
const port = 3_977
const starts = 5
const promised = { milliseconds: 3_000, megabytes: 200 }

async function start(dataDir: string): Promise<{ milliseconds: number; megabytes: number }> {
  const began = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  })
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 10))
  const milliseconds = performance.now() - began

  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const megabytes = await residentMegabytes()
  if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM')
  await once(npm, 'exit')
  while (await answers()) await new Promise((resolve) => setTimeout(resolve, 50))
  return { milliseconds, megabytes }
}

async function answers(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  return answer?.ok === true
}

/** The memory of the process that listens on our port, found by its environment. */
async function residentMegabytes(): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [commandLine, environment] = await Promise.all(
      ['cmdline', 'environ'].map((file) =>
        readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
      ),
    )
    if (
      !commandLine?.includes('server/main.ts') ||
      !commandLine.startsWith('node') ||
      !environment?.includes(`PORT=${port}`)
    )
      continue
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  }
  throw new Error('The server process was not found.')
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-start-'))
await chmod(dataDir, 0o755)
try {
  await start(dataDir)
  const measured: Awaited<ReturnType<typeof start>>[] = []
  for (let count = 0; count < starts; count++) measured.push(await start(dataDir))
  const milliseconds = median(measured.map((one) => one.milliseconds))
  const megabytes = median(measured.map((one) => one.megabytes))
  process.stdout.write(
    `median of ${starts} starts: ${Math.round(milliseconds)} ms to the first answer, ` +
      `${Math.round(megabytes)} MB resident when idle\n`,
  )
  if (milliseconds > promised.milliseconds || megabytes > promised.megabytes) process.exitCode = 1
} finally {
  // The last server still drains, and its database ends after it.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}
