import './faster-start.js'

// The reader may stop early, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { runLyceum } = await import('./cli/program.ts')
process.exitCode = await runLyceum(process.argv.slice(2))
