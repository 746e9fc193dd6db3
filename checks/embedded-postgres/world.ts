import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostmaster } from '../../db/postgres/embedded/postmaster.ts'
import type { HolderProcess, HoldOptions } from '../../db/postgres/embedded/test/holder-process.ts'
import { rowsOf } from '../support/database.ts'
import type { CheckoutOptions } from './checkout.ts'

/** The resources of a check. All of them are stopped and removed afterwards. */
export interface World {
  /** A folder that everybody can enter. */
  readonly open: string
  /** Runs a checkout's code in a process of its own that holds the checkout's database. */
  run(checkout: string, options?: HoldOptions): Promise<HolderProcess>
  checkout(path: string, options?: CheckoutOptions): Promise<string>
  /** Ends all processes, for checks that clean up themselves. */
  stopAll(): Promise<void>
}

/** A promise and its proof, which throws if it is broken and may return a figure to show. */
export interface Promised {
  readonly promise: string
  readonly needsRoot?: boolean
  check(world: World): Promise<string | undefined>
}

export const isRoot = process.geteuid?.() === 0

/** A named ordinary user, whom initdb needs. Undefined when we are one ourselves. */
export const ORDINARY = isRoot ? 65_534 : undefined

export function asOrdinary(uid = ORDINARY): { uid: number } | Record<string, never> {
  return uid === undefined ? {} : { uid }
}

export async function closeFolder(
  folder: string,
  uid: number | undefined,
  mode = 0o700,
): Promise<void> {
  if (uid !== undefined) execFileSync('/bin/chown', [String(uid), folder])
  await chmod(folder, mode)
}

export function clusterOf(checkout: string): string {
  return join(checkout, 'data', 'postgres', 'cluster')
}

export function movedTo(checkout: string): string {
  const file = join(checkout, 'data', 'postgres', 'cluster.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).moved?.to ?? '') : ''
}

export function runningIn(cluster: string): { pid: number; startedAt: number } {
  const postmaster = findPostmaster(cluster)
  assert.ok(postmaster, `PostgreSQL runs in ${cluster}`)
  return postmaster
}

export function uidOf(pid: number): number {
  return statSync(`/proc/${pid}`).uid
}

export async function refusal(start: Promise<HolderProcess>, words: RegExp): Promise<string> {
  const error = await start.then(
    () => assert.fail('it started'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Error)
  assert.match(error.message, words)
  return `"${error.message.split('\n')[0]}"`
}

export function ms({ startedInMs }: HolderProcess): string {
  return `${Math.round(startedInMs)} ms`
}

export function query(holder: HolderProcess, statement: string): Promise<void> {
  return queryAt(holder.url, statement)
}

export async function queryAt(url: string, statement: string): Promise<void> {
  await rowsOf(url, statement)
}
