import { fork } from 'node:child_process'
import { once } from 'node:events'
import { numberAfter } from '../setting.ts'
import { median, printHead, printRow, timesOf } from '../times.ts'
import { contentOf, cpuMilliseconds, openPrinter } from './certificate-world.ts'

/**
 * `node checks/bench/certificates/certificate-drift.ts [--prints 5000] [--rounds 8]`: measures
 * whether printing slows down with age. A service that has printed that many certificates and a new
 * one, each a process with its own browser, alternate in prints of a hundred: load on the machine
 * hits both.
 */
const prints = numberAfter('--prints', 5_000)
const rounds = numberAfter('--rounds', 8)
const warmUp = 100
const roundPrints = 100

interface Round {
  times: number[]
  cpuMs: number
  residentMegabytes: number
}

/** Prints as many as each message asks for and answers with the times, until it gets a 0. */
async function work(): Promise<void> {
  const printer = openPrinter()
  process.on('message', async (count: number) => {
    if (count === 0) {
      await printer.close()
      return process.disconnect()
    }
    const before = cpuMilliseconds()
    const times = await timesOf(count, (number) => printer.printCertificate(contentOf(number)))
    const cpuMs = cpuMilliseconds() - before
    return process.send?.({
      times,
      cpuMs,
      residentMegabytes: process.memoryUsage.rss() / 1e6,
    } satisfies Round)
  })
}

function startService() {
  const child = fork(import.meta.filename, ['--work'])
  const ended = once(child, 'exit')
  async function answer(): Promise<Round> {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'object' || message === null)
      throw new Error('The printing service ended.')
    return message
  }
  return {
    print(count: number): Promise<Round> {
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

  const measured: { old: Round; young: Round }[] = []
  for (let round = 0; round < rounds; round += 1)
    measured.push({ old: await old.print(roundPrints), young: await young.print(roundPrints) })
  await Promise.all([old.end(), young.end()])

  printHead(['just begun', 'old', 'more', 'promised at most'])
  printRow(`p50 after ${prints} prints`, [...compare(measured, ({ times }) => times), '10 %'])
  const cpu = compare(measured, ({ cpuMs }) => [cpuMs / roundPrints])
  printRow(`CPU of each after ${prints} prints`, [...cpu, ''])
  const memory = [before, after].map((megabytes) => `${megabytes.toFixed(0)} MB`)
  printRow(`memory of the server, after ${warmUp} and after ${prints} prints`, [...memory, '', ''])
}

function compare(
  measured: readonly { old: Round; young: Round }[],
  valuesOf: (turn: Round) => number[],
): string[] {
  const young = median(measured.flatMap((round) => valuesOf(round.young)))
  const old = median(measured.flatMap((round) => valuesOf(round.old)))
  return [
    `${young.toFixed(1)} ms`,
    `${old.toFixed(1)} ms`,
    `${((old / young - 1) * 100).toFixed(1)} %`,
  ]
}

await (process.argv.includes('--work') ? work() : main())
