import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Block } from './doc-blocks.ts'

/*
 * Programs of the documentation, run by the interpreters of this machine.
 */

interface Interpreter {
  command: string
  /** The arguments with which it succeeds if it has what the programs need. */
  probe: string[]
  /** The name that the program has as a file, where it matters. */
  extension: string
  /** Its own arguments, before the file. */
  flags?: string[]
  /** The arguments with which it serves the webhooks of a port. By default the file alone. */
  serve?: (file: string, port: number) => string[]
}

const INTERPRETERS: Record<string, Interpreter> = {
  sh: { command: 'bash', probe: ['--version'], extension: 'sh' },
  ts: { command: process.execPath, probe: ['--version'], extension: 'ts' },
  python: { command: 'python3', probe: ['--version'], extension: 'py' },
  php: {
    command: 'php',
    // Its extension curl is a package of its own.
    probe: ['-r', 'curl_version();'],
    extension: 'php',
    serve: (file, port) => ['-S', `127.0.0.1:${port}`, file],
  },
  // It compiles the file first, which takes most of its time.
  java: { command: 'java', probe: ['-version'], extension: 'java', flags: ['-XX:TieredStopAtLevel=1'] },
}

const interpreterOf = ({ language, place }: Block): Interpreter => {
  const interpreter = INTERPRETERS[language]
  if (!interpreter) throw new Error(`${place}: no interpreter is known for ${language}`)
  return interpreter
}

/** The name of the interpreter of a block that is not on this machine as a whole. Undefined: it is. */
export function missingInterpreter(block: Block): string | undefined {
  const { command, probe } = interpreterOf(block)
  return spawnSync(command, probe, { stdio: 'ignore' }).status === 0 ? undefined : command
}

/** Starts the program of a block. With `port` it is a receiver of webhooks. */
export function startProgram(
  block: Block,
  { folder, env, port }: { folder: string; env?: Record<string, string>; port?: number },
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const { command, extension, flags = [], serve } = interpreterOf(block)
  const file = join(mkdtempSync(join(folder, 'program-')), `program.${extension}`)
  writeFileSync(file, block.code)
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, port && serve ? serve(file, port) : [...flags, file], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR: folder, ...env, ...(port && { PORT: String(port) }) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) }
}

/**
 * A port on which nothing listens. It is below those that a system gives to connections and to servers without a port of their own,
 * so that none of them takes it before the test does.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when something listens on a port. */
export async function listening(port: number, isOver: () => boolean): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise(resolve =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isOpen) return
    if (isOver()) throw new Error('the receiver ended')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
