import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BenchService } from '../bench-service.ts'
import type { HotelPeer } from './hotel.ts'

/** A server to compare with, in its own process. */
export interface Peer {
  origin: URL
  close: () => Promise<void>
}

/** Starts a file of this folder. `given` is passed in the environment; the first line of output is the port. */
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

/** Starts Fastify with a copy of the database. */
export function startHotelPeer({ vars, statements, copyDatabase }: BenchService): Promise<Peer> {
  const keyOf = (name: string) => JSON.parse(vars[name] as string).keys[0]
  const given: HotelPeer = {
    database: copyDatabase(),
    statements,
    signingKey: keyOf('SIGNING_KEYS'),
    linkKey: keyOf('LINK_KEYS'),
  }
  return startPeer('hotel.ts', given)
}

function firstLine(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    let errors = ''
    child.stderr?.on('data', text => {
      errors += text
    })
    child.stdout?.on('data', text => {
      output += text
      if (output.includes('\n')) resolve(output.split('\n')[0] as string)
    })
    child.once('exit', () => reject(new Error(`${file} did not start: ${errors}`)))
  })
}
