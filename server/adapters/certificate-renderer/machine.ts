import { type RendererLimits, type RendererOptions, type RendererStatus, RendererUnavailable } from './contract.ts'
import { findUncovered } from './coverage.ts'
import { findInstallation, type Installation } from './installation.ts'
import type { Press } from './press.ts'
import type { PrintedCertificate } from './printed-certificate.ts'
import { SlotLost } from './slot.ts'

const failureRememberedMs = 60_000

/** Keeps at most one press running: starts it when there is work, replaces it when it died, stops it on request. */
export function createMachine(options: RendererOptions, limits: RendererLimits) {
  const { log } = options
  let installation: Installation | undefined
  let failure: { error: unknown; until: number } | undefined
  let press: Promise<Press> | undefined
  let stopping: Promise<void> = Promise.resolve()
  let closed = false

  async function print(printed: PrintedCertificate): Promise<Uint8Array> {
    const pdf = await printOnce(printed).catch((error: unknown) => {
      if (!(error instanceof SlotLost)) throw error
      log.warn({ err: error }, 'a certificate is printed again')
      return printOnce(printed)
    })
    warnAboutBoxes(printed)
    return pdf
  }

  async function printOnce(printed: PrintedCertificate): Promise<Uint8Array> {
    const current = runningPress()
    const running = await current
    try {
      if (!running.isRunning()) throw new SlotLost('the browser ended while it had nothing to do')
      return await running.print(printed)
    } finally {
      if (!running.isRunning() && press === current) void stop()
    }
  }

  /** The one press, started by the first caller and shared by those who ask meanwhile. */
  function runningPress(): Promise<Press> {
    if (closed) return Promise.reject(new RendererUnavailable('the certificate renderer is closed'))
    if (press !== undefined) return press

    const started = start()
    press = started
    started.catch(() => {
      if (press === started) press = undefined
    })
    return started
  }

  async function start(): Promise<Press> {
    if (installation !== undefined) {
      try {
        return await installation.start()
      } catch (error) {
        log.warn({ err: error }, 'the browser that printed certificates does not start any more, looking for another way')
        await installation.release()
        installation = undefined
      }
    }
    if (failure !== undefined && Date.now() < failure.until) throw failure.error

    try {
      const found = await findInstallation(options, limits)
      installation = found.installation
      return found.press
    } catch (error) {
      log.error({ err: error }, 'certificates cannot be printed')
      failure = { error, until: Date.now() + failureRememberedMs }
      throw error
    }
  }

  function warnAboutBoxes({ texts }: PrintedCertificate): void {
    const uncovered = findUncovered(texts.name + texts.course + texts.issuer, installation?.ranges ?? [])
    if (uncovered !== undefined) log.warn(uncovered, 'a certificate shows boxes: no font at hand has these characters')
  }

  async function status(): Promise<RendererStatus> {
    if (installation === undefined) await runningPress()
    if (installation === undefined) throw new RendererUnavailable('the certificate renderer was closed meanwhile')
    return installation.status
  }

  function stop(): Promise<void> {
    const running = press
    press = undefined
    if (running !== undefined) {
      const closing = running.then((one) => one.close()).catch(() => undefined)
      stopping = stopping.then(() => closing)
    }
    return stopping
  }

  async function close(): Promise<void> {
    closed = true
    await stop()
    await installation?.release()
    installation = undefined
  }

  return { print, status, stop, close }
}
