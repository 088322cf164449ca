import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

interface ProcessEntry {
  pid: number
  parent: number
  /** A zombie: it has ended, and its parent has not read its exit code. */
  isDead: boolean
}

function processes(): ProcessEntry[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return table
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .map(([pid, parent, stat]) => ({ pid: Number(pid), parent: Number(parent), isDead: stat?.[0] === 'Z' }))
}

/** A process and its descendants. */
export function processTree(pid: number): number[] {
  const all = processes()
  const tree = [pid]
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one).map(each => each.pid))
  return tree
}

const alive = (pids: readonly number[]) =>
  processes()
    .filter(({ pid, isDead }) => pids.includes(pid) && !isDead)
    .map(({ pid }) => pid)

/** Kills a process and its descendants at once. Returns those that still live after some seconds. */
export async function killProcessTree(pid: number): Promise<number[]> {
  const tree = processTree(pid)
  for (const each of tree) process.kill(each, 'SIGKILL')
  return survivors(tree)
}

/** The processes that still live after some seconds. */
export async function survivors(pids: readonly number[], seconds = 5): Promise<number[]> {
  for (let waited = 0; waited < seconds && alive(pids).length; waited += 0.1) await sleep(100)
  return alive(pids)
}
