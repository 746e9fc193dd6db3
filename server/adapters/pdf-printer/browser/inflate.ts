// Run as a process of its own by unpack.ts. The package writes to the temporary folder, by fixed
// names: giving this process a TMPDIR that nobody else knows makes both private.
import { inflate } from '@sparticuz/chromium'

await Promise.all(process.argv.slice(2).map((archive) => inflate(archive)))
