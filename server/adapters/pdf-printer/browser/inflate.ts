// Run by unpack.ts as a process of its own: the package writes files of fixed names into the
// temporary folder, and a TMPDIR that nobody else knows keeps them private.
import { inflate } from '@sparticuz/chromium'

await Promise.all(process.argv.slice(2).map((archive) => inflate(archive)))
