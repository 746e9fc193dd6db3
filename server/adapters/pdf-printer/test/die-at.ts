import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * Run as `node die-at.ts PATTERN COMMAND…`: starts a browser and passes its DevTools messages on,
 * up to the first that matches. That one never arrives: the pipe breaks, and then SIGKILL ends all
 * processes of the group, as for a killed browser.
 */
const [pattern = '', file = '', ...args] = process.argv.slice(2)
const moment = new RegExp(pattern, 'u')
const browser = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] })
const [, , , toBrowser, fromBrowser] = browser.stdio as unknown as Socket[]
const fromServer = new Socket({ fd: 3 })
const toServer = new Socket({ fd: 4 })

let unfinished = ''
fromServer.setEncoding('utf8')
fromServer.on('data', (chunk: string) => {
  const messages = (unfinished + chunk).split('\0')
  unfinished = messages.pop() ?? ''
  for (const message of messages) {
    if (moment.test(message)) return void die()
    toBrowser?.write(`${message}\0`)
  }
})
fromBrowser?.pipe(toServer)
browser.on('exit', () => process.exit())
for (const pipe of [toBrowser, fromBrowser, fromServer, toServer])
  pipe?.on('error', () => undefined)

async function die(): Promise<void> {
  fromServer.pause()
  // Lets all arrive that the browser has answered so far.
  await sleep(100)
  toServer.destroy()
  await sleep(20)
  process.kill(0, 'SIGKILL')
}
