import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line that people and machines read alike. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.children.size === 0,
    ).length
    process.stdout.write(
      `\nTests: ${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    )
  }
}
