import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  contentOf,
  cpuMilliseconds,
  median,
  numberAfter,
  openRenderer,
  timesOf,
} from './certificate-world.ts'

/**
 * `node scripts/bench/certificate-drift.ts [--prints 5000] [--rounds 8]`: whether printing grows
 * slow with age. A service that has printed so many certificates and one that has just begun, each
 * a process with a browser of its own, print a hundred by turns: what disturbs the machine disturbs
 * both.
 */
const prints = numberAfter('--prints', 5_000)
const rounds = numberAfter('--rounds', 8)
const warmUp = 100
const turn = 100

interface Turn {
  times: number[]
  cpuMs: number
  residentMegabytes: number
}

/** Prints as many as it is told, and tells how long each took, until it is told to print none. */
async function work(): Promise<void> {
  const renderer = openRenderer()
  process.on('message', async (count: number) => {
    if (count === 0) {
      await renderer.close()
      return process.disconnect()
    }
    const before = await cpuMilliseconds()
    const times = await timesOf(count, (number) => renderer.render(contentOf(number)))
    const cpuMs = (await cpuMilliseconds()) - before
    return process.send?.({
      times,
      cpuMs,
      residentMegabytes: process.memoryUsage.rss() / 1e6,
    } satisfies Turn)
  })
}

function startService() {
  const child = fork(import.meta.filename, ['--work'])
  const ended = once(child, 'exit')
  async function answer(): Promise<Turn> {
    const [turn] = await Promise.race([once(child, 'message'), ended])
    if (typeof turn !== 'object' || turn === null)
      throw new Error('The service that prints has ended.')
    return turn
  }
  return {
    print(count: number): Promise<Turn> {
      child.send(count)
      return answer()
    },
    async end(): Promise<void> {
      child.send(0)
      await ended
    },
  }
}

async function main(): Promise<void> {
  const old = startService()
  const young = startService()
  const { residentMegabytes: before } = await old.print(warmUp)
  const { residentMegabytes: after } = await old.print(prints - warmUp)
  await young.print(warmUp)

  const turns: { old: Turn; young: Turn }[] = []
  for (let round = 0; round < rounds; round += 1)
    turns.push({ old: await old.print(turn), young: await young.print(turn) })
  await Promise.all([old.end(), young.end()])

  const rows = [
    [`p50 after ${prints} prints`, ...compare(turns, ({ times }) => times), '10 %'],
    [`CPU of each after ${prints} prints`, ...compare(turns, ({ cpuMs }) => [cpuMs / turn]), ''],
    [
      `memory of the server, after ${warmUp} and after ${prints} prints`,
      `${before.toFixed(0)} MB`,
      `${after.toFixed(0)} MB`,
      '',
      '',
    ],
  ]
  const head = '| | just begun | old | more | promised at most |\n|---|---:|---:|---:|---:|'
  console.log(`${head}\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
}

function compare(
  turns: readonly { old: Turn; young: Turn }[],
  valuesOf: (turn: Turn) => number[],
): string[] {
  const young = median(turns.flatMap((turn) => valuesOf(turn.young)))
  const old = median(turns.flatMap((turn) => valuesOf(turn.old)))
  return [
    `${young.toFixed(1)} ms`,
    `${old.toFixed(1)} ms`,
    `${((old / young - 1) * 100).toFixed(1)} %`,
  ]
}

await (process.argv.includes('--work') ? work() : main())
