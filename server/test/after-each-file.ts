import { afterAll } from 'vitest'
import { z } from 'zod'
import '../../lib/schema.ts'
import { dropTestDatabases } from './database.ts'

const { customError } = z.config()

// Registered before the hooks of the file itself, and therefore run after them.
afterAll(dropTestDatabases)
afterAll(() => {
  if (z.config().customError === customError) return
  z.config({ customError })
  throw new Error("Something that this file loads replaced zod's messages for the files after it.")
})
