import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/**
 * Sees to it that we never outlive npm. It forwards SIGTERM, but a kill outright it cannot: then nobody would hold the
 * terminal's end of a service that runs on. Started without npm, we may be left alone on purpose, as with nohup.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid === npm || process.exit(0), 500).unref()
}

/**
 * Sees to it that the runtime never outlives us. Miniflare ends workerd when we exit, but nothing of ours runs when we are
 * killed outright; then the pipe to a small shell closes, and the shell ends workerd.
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
  // In a session of its own, so that a Ctrl-C at the terminal does not end it before us.
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
