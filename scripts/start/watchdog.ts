import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/**
 * Ends this process when npm ends. npm forwards SIGTERM, but it cannot forward SIGKILL. A service that was started without npm
 * may run on, as with nohup.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid === npm || process.exit(0), 500).unref()
}

/**
 * Ends workerd when this process ends. Miniflare does this on a normal exit. After SIGKILL no code of this process runs: then
 * the pipe to a small shell closes, and the shell ends workerd.
 */
export function endRuntimeWithUs(): void {
  if (process.platform === 'win32') return
  subscribe('child_process', message => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      if (child.spawnfile.includes('workerd')) watch(child)
    })
  })
}

function watch(runtime: ChildProcess): void {
  // In its own session, so that Ctrl-C at the terminal does not end the shell first.
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -9 "$0" 2>/dev/null', String(runtime.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {})
  shell.unref()
  const dismiss = () => shell.kill('SIGKILL')
  process.once('exit', dismiss)
  runtime.once('exit', () => {
    process.off('exit', dismiss)
    dismiss()
  })
}
