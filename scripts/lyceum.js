#!/usr/bin/env node
/* `npx lyceum` in this folder, and `lyceum` in the image. */
import './preload.js'

await import('./lyceum.ts')
