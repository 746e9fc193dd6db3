import { afterAll } from 'vitest'
import { dropTestDatabases } from './database.ts'

// Registered before the hooks of the file itself, and therefore run after them.
afterAll(dropTestDatabases)
