/**
 * A program: a process that has an engine, prints the process id of it, and does nothing more.
 * `node engine-owner.ts <directory>`.
 */
import { startEngine } from '../start-engine.ts'

const engine = await startEngine(process.argv[2] ?? '')
console.log(engine.pid)
setInterval(() => {}, 60_000)
