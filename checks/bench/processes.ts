import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessTimes {
  pid: string
  parent: number
  group: number
  /** Its CPU time, in milliseconds. */
  own: number
  /** The CPU time of its ended children. */
  ended: number
}

/** Linux counts CPU time in ticks, a hundred a second. */
const millisecondsOfTick = 10

/** Reads CPU times, see proc_pid_stat(5). All zero for a process that has ended. */
export function timesOfProcess(pid: number | string): ProcessTimes {
  const text = readOf(pid, 'stat')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, group = 0] = fields.slice(1)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return {
    pid: String(pid),
    parent,
    group,
    own: (user + system) * millisecondsOfTick,
    ended: (endedUser + endedSystem) * millisecondsOfTick,
  }
}

export function allProcesses(): ProcessTimes[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(timesOfProcess)
}

/** Returns the CPU milliseconds of a process and its children, living or ended. */
export function timesOfTree(pid: number): number {
  const { own, ended } = timesOfProcess(pid)
  const children = allProcesses().filter(({ parent }) => parent === pid)
  return own + ended + children.reduce((sum, child) => sum + child.own, 0)
}

export function residentOf(pid: number | string | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readOf(pid, 'status'))?.[1]) / 1_024
}

/** Reads a file of a process in /proc; empty if it has ended. */
export function readOf(pid: number | string | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
