import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  // The SDK lies in the folder above, because this example is part of its repository.
  turbopack: { root: join(import.meta.dirname, '../../..') },
}

export default config
