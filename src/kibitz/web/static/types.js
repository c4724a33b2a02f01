/**
 * The messages of the server, as docs/web.md describes them. This file holds types only.
 *
 * @typedef {"first"|"second"} Side
 * Where a piece lies, whose it is, its shape, what is written on it, and what people call it.
 * @typedef {[cell: number, side: number, shape: string, text: string, name: string]} Piece
 * A move, the cell that is touched to make it, the one that a piece comes from, and what else is chosen.
 * @typedef {[move: string, to: number|null, from: number|null, choice: string]} Gesture
 * @typedef {{width: number, height: number, names: string[], ground: string, falls: boolean, turns: boolean,
 *   rows: string[], columns: string[], labelled: boolean, colours?: string[], links?: number[][], faces: number, ghosts?: ([string, string]|null)[]}} Board
 * @typedef {{turn: Side|"chance"|null, mover: Side, pieces?: Piece[], gestures?: Gesture[], last?: number[], threatened?: number[],
 *   lines?: number[][], die?: number, notes?: [string, number|null][], text?: string, example?: string}} View
 * A place: after so many moves of the game, or a variation by name.
 * @typedef {number|string} At
 * @typedef {[name: string, before: At, text: string, side: Side|"chance"]} Variation
 * @typedef {{spec: string, title: string, sides: string[], dice: boolean, points: number|null, help: string}} Rules
 * @typedef {{seconds: number, increment?: number, left: [number, number], running: Side|null}} Clock
 * @typedef {{result: string, winner: Side|null, by: Side|null, how: string, detail?: string}} Outcome
 * @typedef {{bound: boolean, free: Side|null, here: [boolean, boolean], watching: number}} People
 * @typedef {{type: "state", seq: number, game: string, event: {kind: string, side?: string, move?: string},
 *   rules: Rules, seats: [string, string], moves: [string, Side|"chance"][], variations: Variation[], comments: Record<At, string>,
 *   board: Board|null, ply: number, waits: "person"|"computer"|"dice"|"over"|"nobody", outcome: Outcome|null,
 *   clock: Clock|null, undo: boolean, redo: boolean, claim: string|null, draw: boolean, opening: string, view: View, pace: number, paused: boolean, people: People,
 *   trouble?: string}} State
 * @typedef {{text: string, words: string, exact: boolean, result?: number|null, plies?: number|null, moves?: number, prospect?: number,
 *   chance?: number, score?: number, points?: number, average?: boolean}} Value
 * @typedef {{move: string, text?: string, value: Value, line: string[]}} MoveValue
 * @typedef {{roll: string, probability: number, value: Value}} RollValue
 * @typedef {{position: string, turn: string, mover: Side, value: Value, source: string, share: number,
 *   moves: MoveValue[], rolls: RollValue[], notes: string[]}} Values
 * @typedef {{name: string, kind: string, default: string|number|boolean, help: string, range: string,
 *   low: number, high: number, choices: string[], longest: number, display: boolean}} Option
 * @typedef {{word: string, spec: string}} Opponent
 * @typedef {{board: Board|null, views: View[], won?: (View & {winner: Side})|null}} Demo
 * @typedef {{name: string, title: string, summary: string, known: string, short: string, words: string[],
 *   sides: string[], dice: boolean, source?: "built-in"|"example"|"file"|"installed", room: number|string, options: Option[], players: string[],
 *   opponents: Opponent[], demo: Demo}} GameEntry
 * @typedef {{name: string, summary: string, options: Option[]}} PlayerEntry
 * @typedef {{games: GameEntry[], players: PlayerEntry[], searchers: string[]}} Catalogue
 * @typedef {{rules: string, options?: Record<string, string>, first: string, second: string, clock?: string|number|null,
 *   position?: string|null, seed?: number|null, pace?: number, analysis?: boolean}} Wish
 */

export {};
