// What mem0's stores use of better-sqlite3, over SQLite as WebAssembly: the original compiles C++ for some minutes.
import sqlite from 'node-sqlite3-wasm'

export default class Database {
  constructor(path) { this.db = new sqlite.Database(path) }
  exec(sql) { this.db.exec(sql) }
  prepare(sql) {
    return { run: (...v) => this.db.run(sql, v), get: (...v) => this.db.get(sql, v), all: (...v) => this.db.all(sql, v) }
  }
  transaction(f) {
    return (...args) => {
      this.db.exec('BEGIN')
      try { f(...args); this.db.exec('COMMIT') } catch (e) { this.db.exec('ROLLBACK'); throw e }
    }
  }
  close() { this.db.close() }
}
