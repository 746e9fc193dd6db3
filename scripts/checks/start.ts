import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { allProcesses, readOf, residentOf } from '../bench/processes.ts'
import { median } from '../bench/times.ts'
import { openFolder } from './support/folder.ts'
import { root } from './support/programs.ts'
import { isReady } from './support/until.ts'

/*
 * Measures how long `npm start` takes to its first answer on an existing database, and how much
 * memory the idle server keeps. Exit code 1 when the median of five starts is over the promise.
 */
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
  while (!(await answers())) await sleep(10)
  const milliseconds = performance.now() - began

  await sleep(3_000)
  const megabytes = residentMegabytes()
  if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM')
  await once(npm, 'exit')
  while (await answers()) await sleep(50)
  return { milliseconds, megabytes }
}

const answers = () => isReady(`http://127.0.0.1:${port}/readyz`)

/** The memory of the process that listens on our port, found by its environment. */
function residentMegabytes(): number {
  for (const { pid } of allProcesses()) {
    const isOurs = readOf(pid, 'environ').includes(`PORT=${port}`)
    if (isOurs && /^node.*server\/main\.ts/s.test(readOf(pid, 'cmdline'))) return residentOf(pid)
  }
  throw new Error('The server process was not found.')
}

// The last server still drains when the folder goes, and its database ends after it.
await using folder = await openFolder('start')
await start(folder.path)
const measured: Awaited<ReturnType<typeof start>>[] = []
for (let count = 0; count < starts; count++) measured.push(await start(folder.path))
const milliseconds = median(measured.map((one) => one.milliseconds))
const megabytes = median(measured.map((one) => one.megabytes))
process.stdout.write(
  `median of ${starts} starts: ${Math.round(milliseconds)} ms to the first answer, ` +
    `${Math.round(megabytes)} MB resident when idle\n`,
)
if (milliseconds > promised.milliseconds || megabytes > promised.megabytes) process.exitCode = 1
