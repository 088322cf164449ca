import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A server of somebody else's making, in a process of its own. */
export interface Peer {
  origin: URL
  close: () => Promise<void>
}

/** Starts a file beside this one. `given` is handed over in the environment; the first thing that it says is its port. */
export async function startPeer(file: string, given?: object): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NODE_NO_WARNINGS: '1', PEER: JSON.stringify(given ?? {}) },
  })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  return {
    origin: new URL(`http://127.0.0.1:${await firstLine(child, file)}`),
    async close() {
      process.off('exit', stop)
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

function firstLine(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    let complaint = ''
    child.stderr?.on('data', text => {
      complaint += text
    })
    child.stdout?.on('data', text => {
      said += text
      if (said.includes('\n')) resolve(said.split('\n')[0] as string)
    })
    child.once('exit', () => reject(new Error(`${file} did not start: ${complaint}`)))
  })
}
