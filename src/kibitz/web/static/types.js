/**
 * The messages of the server, as docs/web.md describes them. This file holds types only.
 *
 * @typedef {{cell: number, side: number, text: string}} Piece
 * @typedef {{move: string, to: number, from: number|null, choice: string}} Gesture
 * @typedef {{look: "marks"|"discs"|"numbers"|"stones", width: number, height: number, names: string[],
 *   pieces: Piece[], gestures: Gesture[], lines: number[][], die: number|null, faces: number}} Board
 * @typedef {{move: string, side: number, to: number|null, from: number|null}} Last
 * @typedef {{ply: number, position: string, turn: "first"|"second"|"chance"|null, mover: "first"|"second",
 *   board: Board|null, text: string|null, legal: string[], last: Last|null}} View
 * @typedef {{spec: string, title: string, sides: string[], dice: boolean, help: string}} Rules
 * @typedef {{kind: string, side?: string, move?: string}} GameEvent
 * @typedef {{type: "state", seq: number, game: string, event: GameEvent, rules: Rules, players: string[],
 *   ply: number, moves: {text: string, side: string}[], waits: "person"|"computer"|"dice"|"over",
 *   outcome: {result: string, winner: string|null, words: string}|null,
 *   clock: Clock|null, canUndo: boolean, canRedo: boolean, view: View}} State
 * @typedef {{seconds: number, increment: number, left: [number, number], running: "first"|"second"|null}} Clock
 * @typedef {{text: string, words: string, exact: boolean, result?: number|null, plies?: number|null,
 *   chance?: number, score?: number}} Value
 * @typedef {{move: string, value: Value, line: string[]}} MoveValue
 * @typedef {{roll: string, probability: number, value: Value}} RollValue
 * @typedef {{position: string, mover: "first"|"second", value: Value, source: string, share: number,
 *   moves: MoveValue[], rolls: RollValue[], notes: string[]}} Values
 * @typedef {{name: string, kind: string, default: string|number|boolean, help: string, range: string,
 *   low: number, high: number, choices: string[], longest: number, display: boolean}} Option
 * @typedef {{name: string, title: string, summary: string, sides: string[], dice: boolean,
 *   options: Option[], players: string[]}} GameEntry
 * @typedef {{name: string, summary: string, options: Option[]}} PlayerEntry
 * @typedef {{games: GameEntry[], players: PlayerEntry[], searchers: string[]}} Catalogue
 * @typedef {{rules: string, options: Record<string, string>, first: string, second: string, clock?: string|number|null,
 *   position?: string|null, seed?: number|null}} Wish
 */

export {};
