import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { allProcesses, readOf, residentOf } from './bench/processes.ts'
import { median } from './bench/times.ts'
import { openFolder } from './support/folder.ts'
import { root } from './support/programs.ts'
import { isReady } from './support/until.ts'

/*
 * Measures how long `npm start` takes to its first answer on an existing database, and how much
 * memory the idle server keeps. Exit code 1 when the median of five starts is over the promise, or
 * where the machine is slow over so many times what Fastify and `pg` alone take in turns with it.
 */
const port = 3_977
const starts = 5
const promised = { milliseconds: 800, timesBare: 7.5, megabytes: 200 }
const bare = `
  import Fastify from 'fastify'
  import 'pg'
  await Fastify().get('/readyz', async () => 'ok').listen({ port: ${port} })`

async function start(program: string, ...given: string[]) {
  const began = performance.now()
  const child = spawn(program, given, {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder.path },
    stdio: 'ignore',
    detached: true,
  })
  while (!(await answers())) await sleep(10)
  const milliseconds = performance.now() - began

  const megabytes = program === 'npm' ? await residentMegabytes() : 0
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
  while (await answers()) await sleep(50)
  return { milliseconds, megabytes }
}

const answers = () => isReady(`http://127.0.0.1:${port}/readyz`)

/** The memory of the idle process that listens on our port, found by its environment. */
async function residentMegabytes(): Promise<number> {
  await sleep(3_000)
  for (const { pid } of allProcesses()) {
    const isOurs = readOf(pid, 'environ').includes(`PORT=${port}`)
    if (isOurs && /^node.*server\/main\.ts/s.test(readOf(pid, 'cmdline'))) return residentOf(pid)
  }
  throw new Error('The server process was not found.')
}

// The last server still drains when the folder goes, and its database ends after it.
await using folder = await openFolder('start')
await start('npm', 'start')
const measured: Awaited<ReturnType<typeof start>>[] = []
const others: typeof measured = []
for (let count = 0; count < starts; count++) {
  measured.push(await start('npm', 'start'))
  others.push(await start('node', '--input-type=module', '-e', bare))
}
const milliseconds = median(measured.map((one) => one.milliseconds))
const ofBare = median(others.map((one) => one.milliseconds))
const megabytes = median(measured.map((one) => one.megabytes))
process.stdout.write(
  `median of ${starts} starts: ${Math.round(milliseconds)} ms to the first answer, ` +
    `${(milliseconds / ofBare).toFixed(1)} times the ${Math.round(ofBare)} of Fastify and pg, ` +
    `${Math.round(megabytes)} MB resident when idle\n`,
)
const most = Math.max(promised.milliseconds, promised.timesBare * ofBare)
if (milliseconds > most || megabytes > promised.megabytes) process.exitCode = 1
