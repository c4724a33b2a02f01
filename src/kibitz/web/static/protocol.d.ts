// Written by dev/stub from src/kibitz/service/commands.py and replies.py; not to be edited.

export type Side = "first" | "second";

export type Actor = "first" | "second" | "chance";

/** A place: after so many moves of the game, or a variation's by name, such as v7. */
export type At = number | string;

/** A piece: its cell, side, shape, label and name. */
export type Piece = [number, number, string, string, string];

/** A move, the cell that is touched to make it, the one that a piece comes from, and what else is chosen. */
export type Gesture = [string, number | null, number | null, string];

/** The place's name, the place before it, the move between as people write it, and whose move it is. */
export type Variation = [string, At, string, Actor];

/** A move as people write it, and whose it was. */
export type PlayedMove = [string, Actor];

/** A piece that the editor offers: its side, shape, label and name. */
export type Supply = [number, string, string, string];

/** What a search did: a word, the node, a value, the node whose doing it was, alpha and beta. */
export type TreeStep = [string, number, string | null, number | null, string | null, string | null];

export type Wanted = "undo" | "redo" | "draw" | "again";

export type Waits = "person" | "computer" | "dice" | "over" | "nobody";

/** The game that was entered, and the sides that the client may move. */
export interface Entered {
  game: string;
  you: string[];
  /** Key of the client's seat, if seats are locked. */
  key?: string;
  /** Lets a friend take the other seat. */
  invitation?: string;
}

/** An acknowledgement. */
export interface Done {
}

/** A seat that was taken. */
export interface Seated {
  key: string;
  you: string[];
}

/** The current content of a board, with gestures. */
export interface View {
  turn: Actor | null;
  mover: Side;
  pieces?: Piece[];
  gestures?: Gesture[];
  last?: number[];
  threatened?: number[];
  lines?: number[][];
  die?: number;
  notes?: ([string, number | null])[];
  /** The position as text, where there is no board. */
  text?: string;
  /** A move in notation, if gestures name it differently. */
  example?: string;
}

/** The constant parts of a game's board. */
export interface Board {
  width: number;
  height: number;
  names: string[];
  ground: string;
  falls: boolean;
  turns: boolean;
  rows: string[];
  columns: string[];
  labelled: boolean;
  faces: number;
  /** The colours of the two sides: white, black, red, blue or yellow. */
  colours: string[];
  /** Lines between two cells. */
  links: number[][];
  /** The shape and text of each side's new pieces. */
  ghosts?: ([string, string] | null)[];
}

/** The board at a place. */
export interface Looked {
  at: At;
  view: View;
  position: string;
  /** If it differs from the last one sent. */
  board?: Board | null;
}

/** The board after each move of a line. */
export interface LineViews {
  views: View[];
}

/** The record of a game. */
export interface RecordText {
  record: string;
}

/** A position as text, with the legal moves. */
export interface PositionText {
  /** The game's spec. */
  game: string;
  title: string;
  /** The position in notation. */
  position: string;
  /** The board as text. */
  board: string;
  /** The names of both sides. */
  sides: string[];
  /** The side to act; null if the game is over. */
  turn: Actor | null;
  /** The legal moves in notation; before a roll, the rolls. */
  moves: string[];
  /** The result, if the game is over. */
  outcome: string | null;
}

/** A position as SVG. */
export interface Picture {
  svg: string;
}

/** A position's value to its mover: a result, a chance, or an estimate. */
export interface Value {
  text: string;
  words: string;
  exact: boolean;
  result?: 1 | 0 | -1 | null;
  plies?: number | null;
  /** In moves as players of the game count them. */
  moves?: number;
  chance?: number;
  /** The mover's margin, if outcomes are points. */
  points?: number;
  /** Whether points are an expectation over dice. */
  average?: boolean;
  score?: number;
  /** The expected score of an estimate, from 0 to 1. */
  prospect?: number;
}

/** A reason for or against a move. */
export interface Reason {
  kind: string;
  text: string;
  moves: string[];
}

/** An explanation, also as text. */
export interface WordedExplanation {
  move: string;
  written: string;
  value: Value;
  best: boolean;
  /** Its value in numbers, and where it comes from. */
  numbers: string;
  stopped: number | null;
  line: string[];
  line_words: string;
  reasons: Reason[];
  words: string;
}

/** A good move with its explanation; `seq` is the state it refers to. */
export interface HintReply {
  seq?: number;
  hint: WordedExplanation;
}

/** An explanation of a move. */
export interface WhyReply {
  seq?: number;
  why: WordedExplanation;
}

/** A blunder warning before a move is played. */
export interface Objection {
  move: string;
  label: string;
  words: string;
  refutation: string;
  better: string;
  cost: number | null;
  line: string[];
}

/** A blunder warning; null if there is none. */
export interface TeachReply {
  seq?: number;
  objection: Objection | null;
}

/** Chances against an opponent who moves at random. */
export interface Odds {
  win: number;
  draw: number;
  loss: number;
}

/** A move and its value to the mover. */
export interface MoveValue {
  move: string;
  /** The move in notation. */
  text: string;
  value: Value;
  /** The principal variation in notation, this move first. */
  line: string[];
  against_random?: Odds;
}

/** A roll, its probability, and its value to the player who rolls. */
export interface RollValue {
  roll: string;
  probability: number;
  value: Value;
}

/** The values of a position and its moves. */
export interface Analysis {
  game: string;
  position: string;
  turn: Actor;
  mover: Side;
  value: Value;
  /** The origin of the values. */
  source: string;
  /** The first player's share of a full win, from 0 to 1. */
  share: number;
  /** Best first. */
  moves: MoveValue[];
  /** Before a roll. */
  rolls: RollValue[];
  notes: string[];
  outcome?: string | null;
}

/** The values at a place. */
export interface ValuesReply {
  seq?: number;
  at: At;
  values: Analysis;
}

/** A player's choice of a move, with its value and effort. */
export interface Choice {
  player: string;
  move: string;
  value: Value | null;
  line: string[];
  depth: number | null;
  nodes: number | null;
}

/** The choices of several players. */
export interface ChoicesReply {
  seq?: number;
  choices: Choice[];
}

/** The number of positions whose search was stopped by time, and the seconds. */
export interface Stopped {
  positions: number;
  seconds: number;
}

/** The totals of one player. */
export interface Summary {
  decisions: number;
  critical: number;
  found: number;
  only_moves: number;
  only_found: number;
  accuracy: number | null;
  given_away: number;
  luck: number;
  labels: Record<string, number>;
  won: number;
  let_go: number;
  wasted: number;
  lost: number;
  held: number;
  hastened: number;
  traps: number;
  slipped: number;
}

/** A move and the reasons for or against it. */
export interface Explanation {
  move: string;
  written: string;
  value: Value;
  best: boolean;
  /** Its value in numbers, and where it comes from. */
  numbers: string;
  stopped: number | null;
  line: string[];
  line_words: string;
  reasons: Reason[];
}

/** A reviewed move. */
export interface Decision {
  ply: number;
  side: Side;
  position: string;
  move: string;
  written: string;
  mark: string;
  only: boolean;
  moves: number;
  good: number | null;
  value: Value;
  best: string;
  best_value: Value;
  best_line: string[];
  best_words: string;
  played_line: string[];
  label: string;
  slower: number;
  cost: number | null;
  critical: boolean;
  found: boolean;
  why: Explanation | null;
  reply: Explanation | null;
  better: Explanation | null;
}

/** A roll with its luck. */
export interface ReviewedRoll {
  ply: number;
  side: Side;
  roll: string;
  before: number;
  after: number;
  luck: number;
}

/** A move in a lost position, and the opponent's replies. */
export interface Resistance {
  ply: number;
  side: Side;
  replies: number;
  winning: number;
  hardness: number;
  hardest: number;
  harder: string | null;
  trap: boolean;
  slipped: boolean;
}

/** A phase of a game in which one side stood better, or neither. */
export interface Phase {
  begin: number;
  end: number;
  standing: string;
}

/** A position, also as a text picture. */
export interface DrawnPosition {
  position: string;
  board: string;
}

/** The command to replay from a position against the computer. */
export interface PlayAgain {
  game: string;
  position: string;
  side: Side;
  command: string;
}

/** A mistake explained: the reason, the refutation and the better move, with the boards. */
export interface Lesson {
  ply: number;
  side: Side;
  title: string;
  why: string;
  reply: string;
  refutation: string;
  better: string;
  line: string;
  position: string;
  board: string;
  refuted: DrawnPosition;
  again: PlayAgain;
}

/** A review as text. */
export interface ReviewText {
  rows: ([string, string, string])[];
  summaries: string[];
  phases: string[];
  stopped: string;
  unit: string;
  chances: string[];
  lessons: Lesson[];
}

/** A row of the review's table of moves. */
export interface ReviewRow {
  what: string;
  values: string;
  verdict: string;
}

/** A reviewed game, move by move. */
export interface GameReview {
  game: string;
  result: string;
  by: string;
  opening: string;
  exact: boolean;
  own: Side[];
  stopped: Stopped | null;
  first: Summary;
  second: Summary;
  decisions: Decision[];
  rolls: ReviewedRoll[];
  resisted: Resistance[];
  phases: Phase[];
  said: ReviewText;
  prospects: number[];
  rows: ReviewRow[];
  words: string[];
}

/** The review of the game so far. */
export interface ReviewReply {
  seq?: number;
  review: GameReview;
}

/** Results of puzzles so far, and the number waiting. */
export interface PuzzleProgress {
  /** Each day with attempts: their number, and those solved at once. */
  days: ([string, number, number])[];
  tries: number;
  at_once: number;
  due: number;
  mistakes: number;
  puzzles: number;
  /** The Elo rating after the last attempt; null before the first. */
  rating: number | null;
  /** The rating at the end of each day with attempts. */
  ratings: ([string, number])[];
  /** How many in a row were right at once. */
  streak: number;
  best_streak: number;
  /** Each theme with its attempts, and those right at once. */
  themes: ([string, number, number])[];
}

/** Results of puzzles so far. */
export interface ProgressReply {
  progress: PuzzleProgress;
}

/** The state of a puzzle with its board, without the answer until it is found. */
export interface Puzzle {
  id: string;
  game: string;
  /** The position in which it began. */
  start: string;
  position: string;
  question: string;
  task: string;
  grade: number;
  turn: Actor;
  mover: Side;
  wrong: number;
  solved: boolean;
  shown: boolean;
  title: string;
  sides: string[];
  played: string;
  record: string;
  board: Board | null;
  view: View;
  answers?: string[];
  solution?: string;
  themes?: string[];
}

/** The next puzzle. */
export interface PuzzleReply {
  puzzle: Puzzle;
}

/** The result of an answer. */
export interface AnswerReply {
  result: string;
  reply: string | null;
  why: string;
  puzzle: Puzzle;
}

/** What to look for. */
export interface ClueReply {
  clue: string;
}

/** The revealed answer. */
export interface RevealReply {
  why: string;
  puzzle: Puzzle;
}

/** The effort of one search to one depth. */
export interface SearchRow {
  player: string;
  depth: number;
  nodes: number;
  cutoffs: number;
  table_hits: number;
  researches: number;
  seconds: number;
  /** Its evaluation, if not the default; then values may differ. */
  judges: string;
}

/** The effort of searches of a position by depth. */
export interface Comparison {
  rows: SearchRow[];
}

/** Capabilities of the service's platform; a browser has fewer. */
export interface Platform {
  /** Whether searches can use several threads. */
  threads: boolean;
  /** Whether programs can be started. */
  processes: boolean;
  /** Whether there are network connections. */
  sockets: boolean;
  /** Size of the address space in bytes, if limited. */
  memory: number | null;
}

/** The version of the server. */
export interface Version {
  kibitz: string;
  /** The protocol version; older pages are incompatible. */
  protocol: number;
  /** Whether only this machine can reach the server. */
  local: boolean;
  platform: Platform;
}

/** An option of a game or player, for a form. */
export interface Option {
  name: string;
  kind: "yes or no" | "choice" | "number" | "memory" | "text";
  default: string | number | boolean;
  help: string;
  range: string;
  low: number;
  high: number;
  choices: string[];
  longest: number;
  /** Whether it affects only the display. */
  display: boolean;
}

/** A preset opponent and its player. */
export interface Opponent {
  word: string;
  spec: string;
}

/** A board of a demo, without gestures. */
export interface DemoView {
  pieces?: Piece[];
  last?: number[];
  lines?: number[][];
  die?: number;
  text?: string;
}

/** The board of a game that is won, and who won it. */
export interface WonView {
  pieces?: Piece[];
  last?: number[];
  lines?: number[][];
  die?: number;
  text?: string;
  winner: Side;
}

/** A short game for the front page. */
export interface Demo {
  board: Board | null;
  views: DemoView[];
  won?: WonView | null;
}

/** A game, its options, and who can play it. */
export interface GameEntry {
  name: string;
  title: string;
  summary: string;
  /** Known results, such as that it is a draw. */
  known: string;
  /** A summary of the rules. */
  short: string;
  /** Its rules. */
  words: string[];
  sides: string[];
  dice: boolean;
  source: "built-in" | "example" | "file" | "installed";
  /** The package; games of the same one are related. */
  room: number | string;
  options: Option[];
  /** Players that can play it. */
  players: string[];
  /** Preset opponents, from easy to strong. */
  opponents: Opponent[];
  /** The board, and a short game on it. */
  demo: Demo;
}

/** A player and its options. */
export interface PlayerEntry {
  name: string;
  summary: string;
  options: Option[];
}

/** All games and players with their options. */
export interface Catalogue {
  games: GameEntry[];
  players: PlayerEntry[];
  /** Players that search a tree. */
  searchers: string[];
}

/** A move with its value and statistics. */
export interface ExploredMove {
  move: string;
  /** The move in notation. */
  written: string;
  value: Value;
  games: number;
  /** Won by the first player. */
  won: number;
  drawn: number;
  /** Lost by the first player. */
  lost: number;
  /** The mover's points a game. */
  score: number | null;
}

/** The moves of a position with values, and statistics of saved games. */
export interface Explored {
  game: string;
  position: string;
  turn: Actor;
  mover: Side;
  value: Value;
  /** The origin of the values. */
  source: string;
  /** Number of saved games with this position. */
  games: number;
  /** Best first, then the most played. */
  moves: ExploredMove[];
}

/** A position in the editor, and the available pieces. */
export interface Arranged {
  position: string;
  /** Its board; null for a text picture. */
  board: Board | null;
  /** The content of the board. */
  view: View;
  /** Whether the side to move must be chosen. */
  chooses: boolean;
  /** The available pieces. */
  supply: Supply[];
}

/** A node of a search tree. */
export interface TreeNode {
  /** The index of the parent. */
  parent: number | null;
  move: string;
  kind: "decision" | "chance" | "table" | "horizon" | "end";
  mover: Side;
  alpha: string;
  beta: string;
  value: string;
  /** Whether the value is exact. */
  bound: "exact" | "least" | "most";
  /** Number of pruned branches. */
  skipped: number;
  position: string;
}

/** The tree of a search, and its steps. */
export interface SearchTree {
  player: string;
  depth: number;
  sides: string[];
  /** In the order of visits. */
  nodes: TreeNode[];
  /** The steps of the search. */
  steps: TreeStep[];
}

/** A saved game. */
export interface SavedGame {
  name: string;
  game: string;
  title: string;
  first: string;
  second: string;
  /** Time of the last change, in ISO 8601. */
  changed: string;
  moves: number | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** The ending, such as checkmate; may be empty. */
  by: string;
}

/** The saved games, most recent first. */
export interface SavedGames {
  records: SavedGame[];
}

/** A solving job with its progress and result. */
export interface Job {
  game: string;
  state: "running" | "done" | "stopped" | "failed";
  done: number;
  /** 0 if unknown. */
  total: number;
  message: string;
}

/** The current or latest solving job; null if there was none. */
export interface SolvingReply {
  job: Job | null;
}

/** The result of a game. */
export interface GameResult {
  result: string;
  winner: Side | null;
  by: Side | null;
  how: string;
  detail: string | null;
}

/** The clock of a game. */
export interface ClockReading {
  seconds: number;
  increment: number;
  left: number[];
  running: Side | null;
}

/** The game. */
export interface GameRules {
  spec: string;
  title: string;
  sides: string[];
  dice: boolean;
  /** The maximum margin, if outcomes are points. */
  points: number | null;
  help: string;
}

/** The cause of a change, such as `joined`, `move`, `roll`, `undo`, `resign` or `time`. */
export interface Happening {
  kind: string;
  move?: string;
  side?: Actor;
}

/** The people present who play, by seat, and the number of spectators. */
export interface People {
  bound: boolean;
  free: Side | null;
  here: boolean[];
  watching: number;
}

/** The whole state of a game, sent once on joining. */
export interface State {
  ply: number;
  waits: Waits;
  outcome: GameResult | null;
  clock: ClockReading | null;
  undo: boolean;
  redo: boolean;
  draw: boolean;
  opening: string;
  claim: string | null;
  rules: GameRules;
  seats: string[];
  moves: PlayedMove[];
  variations: Variation[];
  comments: Record<string, string>;
  board: Board | null;
  view: View;
  type: "state";
  seq: number;
  game: string;
  event: Happening;
  pace: number;
  paused: boolean;
  people: People;
  trouble?: string;
}

/** The changes of an event; `seq` increases by one each time. */
export interface Change {
  ply: number;
  waits: Waits;
  outcome: GameResult | null;
  clock: ClockReading | null;
  undo: boolean;
  redo: boolean;
  draw: boolean;
  opening: string;
  claim: string | null;
  at: number;
  moves: PlayedMove[];
  view: View;
  board?: Board | null;
  variations?: Variation[];
  comments?: Record<string, string>;
  trouble?: string;
  type: "change";
  seq: number;
  game: string;
  event: Happening;
}

/** The current variations and comments. */
export interface VariationsEvent {
  type: "variations";
  variations: Variation[];
  comments: Record<string, string>;
}

/** The people present. */
export interface PeopleEvent {
  type: "people";
  people: People;
}

/** The current pace of two computers. */
export interface PaceEvent {
  type: "pace";
  paused: boolean;
  pace: number;
}

/** A player's offer to the other. */
export interface OfferEvent {
  type: "offer";
  what: Wanted;
  by: string[];
}

/** A rematch has started, with the key of a seat in it. */
export interface MovedEvent {
  type: "moved";
  game: string;
  key: string;
}

/** An error without a request, such as a computer that failed to move. */
export interface TroubleEvent {
  type: "trouble";
  message: string;
}

/** The progress of a slow command. */
export interface ProgressEvent {
  type: "progress";
  id: number;
  done: number;
  total: number;
}

/** The error of a refused command. */
export interface Refusal {
  type: "error";
  id: number | null;
  kind: string;
  message: string;
}

/** Start a game: a seat is `person`, `friend` or a player's spec. */
export interface NewGame {
  /** A game's spec. */
  rules: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** Who has this seat: `person`, `friend` or a player's spec. */
  first?: string;
  /** Who has this seat: `person`, `friend` or a player's spec. */
  second?: string;
  /** Seed of dice and players. */
  seed?: number | null;
  /** The position to begin with; by default the start. */
  position?: string | null;
  /** Seconds for each player, or such as `5m+3s`. */
  clock?: number | string | null;
  pace?: number;
  /** Whether it is an analysis board without players. */
  analysis?: boolean;
}

/** Enter a game in memory or on disk. */
export interface JoinGame {
  game: string;
  /** Key of a seat. */
  key?: string;
  /** Accept a record whose checksum does not match. */
  accept_changed?: boolean;
  /** Take the game from another program that has it open. */
  take_over?: boolean;
}

/** Start a new game from a record. */
export interface LoadRecord {
  /** The record of the game. */
  record: string;
  /** Whether it is an analysis board without players. */
  analysis?: boolean;
  /** Accept a record whose checksum does not match. */
  accept_changed?: boolean;
}

/** Start a rematch with sides swapped, or agree to it. */
export interface PlayAgain {
}

/** Take the seat of an invitation. */
export interface TakeSeat {
  invitation: string;
}

/** Pause or resume computers that play each other, or set their pace. */
export interface Pause {
  paused?: boolean;
  pace?: number | null;
}

/** Play a person's move. */
export interface Play {
  /** A move in notation. */
  move: string;
  /** The state that the client acted on; refused if the game has changed since. */
  seq?: number | null;
}

/** Undo the last move of a person. */
export interface Undo {
  /** The state that the client acted on; refused if the game has changed since. */
  seq?: number | null;
}

/** Redo undone moves. */
export interface Redo {
  /** The state that the client acted on; refused if the game has changed since. */
  seq?: number | null;
}

/** Offer a draw, or accept an offer. */
export interface OfferDraw {
  /** The state that the client acted on; refused if the game has changed since. */
  seq?: number | null;
}

/** Resign for the person to move. */
export interface Resign {
  /** The state that the client acted on; refused if the game has changed since. */
  seq?: number | null;
}

/** Claim a draw for the person to move. */
export interface ClaimDraw {
  /** The state that the client acted on; refused if the game has changed since. */
  seq?: number | null;
}

/** Return the board at a place. */
export interface Look {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Return the board after each move of a line. */
export interface ShowLine {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  moves?: string[];
}

/** Return the record of the game. */
export interface GetRecord {
}

/** Return a place as text, with the legal moves. */
export interface ShowText {
  /** A place; by default the latest position. */
  at?: At | null;
}

/** Return an SVG picture of a place. */
export interface GetPicture {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Play a move as a variation. */
export interface TryMove {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  move: string;
}

/** Remove a variation. */
export interface DropVariation {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Move a variation before the others. */
export interface PromoteVariation {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Set the comment of a place; an empty text removes it. */
export interface WriteComment {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  text: string;
}

/** Suggest a move, with reasons. */
export interface Hint {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Explain why a move is good or bad: the given one, or the last one made. */
export interface Why {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  /** A move in notation. */
  move?: string;
}

/** Check a move for blunders before it is played. */
export interface Teach {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  move: string;
}

/** Evaluate the position at a place and each of its moves. */
export interface Values {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Return the choices of several players at a place. */
export interface Choices {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  players?: string[];
}

/** Review the game so far. */
export interface Review {
  /** Whether to search each position only briefly, for a first look. */
  quick?: boolean;
}

/** Return the results so far, of one game and theme or of all. */
export interface GetProgress {
  /** A game's spec; empty for all games. */
  rules?: string;
  /** A puzzle's task; empty for all. */
  theme?: string;
}

/** Search saved games for mistakes. */
export interface FindMistakes {
}

/** Return the next puzzle. */
export interface NextPuzzle {
  /** A game's spec; empty for all games. */
  rules?: string;
  /** Whether to give only puzzles from own mistakes. */
  mistakes?: boolean;
  /** Puzzles not to give. */
  skipped?: string[];
  /** A puzzle's task; empty for all. */
  theme?: string;
  /** The position of the puzzle, if it came by a link. */
  position?: string | null;
}

/** Try an answer. */
export interface AnswerPuzzle {
  /** A move in notation. */
  move: string;
}

/** Say what to look for, without the answer. */
export interface GiveClue {
}

/** Reveal the answer. */
export interface RevealAnswer {
}

/** Compare searches of a position by depth. */
export interface Compare {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** The position; by default the start. */
  position?: string | null;
  /** Moves to play from there first: a list, or a text with blanks between moves. In games written in Python a text is one move. */
  moves?: string | string[] | null;
  /** Search depth in decisions. */
  depth?: number;
  /** Players to compare; by default all that search. */
  players?: string[];
}

/** Return the version of the server. */
export interface GetVersion {
}

/** List all games and players with their options. */
export interface ListGames {
}

/** Evaluate a position and its moves. */
export interface Analyse {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** The position; by default the start. */
  position?: string | null;
  /** Moves to play from there first: a list, or a text with blanks between moves. In games written in Python a text is one move. */
  moves?: string | string[] | null;
  /** Time limit; by default that of a hint. */
  seconds?: number | null;
}

/** Evaluate the moves of a position, with their statistics in saved games. */
export interface Explore {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** The position; by default the start. */
  position?: string | null;
  /** Moves to play from there first: a list, or a text with blanks between moves. In games written in Python a text is one move. */
  moves?: string | string[] | null;
}

/** Return a position for the editor: from its notation, or from the pieces on its cells. */
export interface Arrange {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** The position; by default the start. */
  position?: string | null;
  /** Moves to play from there first: a list, or a text with blanks between moves. In games written in Python a text is one move. */
  moves?: string | string[] | null;
  /** For each cell, row by row from the top, the index of a piece in the supply; -1 for none. */
  pieces?: number[] | null;
  /** The side to move, if the pieces don't imply it. */
  side?: string | null;
}

/** Return the tree of a search, and its steps. */
export interface GrowTree {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** The position; by default the start. */
  position?: string | null;
  /** Moves to play from there first: a list, or a text with blanks between moves. In games written in Python a text is one move. */
  moves?: string | string[] | null;
  /** Search depth in decisions. */
  depth?: number;
  /** The player that searches. */
  player?: string;
}

/** List the saved games, most recent first. */
export interface ListRecords {
}

/** Return the progress of solving. */
export interface GetSolving {
}

/** Start solving a game. */
export interface StartSolving {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
}

/** Stop solving. */
export interface StopSolving {
}

export type Event = State | Change | VariationsEvent | PeopleEvent | PaceEvent | OfferEvent | MovedEvent | TroubleEvent | ProgressEvent;

/** The commands of the socket by their names, each with its reply. */
export interface Commands {
  "new": { fields: NewGame; reply: Entered };
  "join": { fields: JoinGame; reply: Entered };
  "load": { fields: LoadRecord; reply: Entered };
  "again": { fields: PlayAgain; reply: Done };
  "sit": { fields: TakeSeat; reply: Seated };
  "pause": { fields: Pause; reply: Done };
  "play": { fields: Play; reply: Done };
  "undo": { fields: Undo; reply: Done };
  "redo": { fields: Redo; reply: Done };
  "draw": { fields: OfferDraw; reply: Done };
  "resign": { fields: Resign; reply: Done };
  "claim": { fields: ClaimDraw; reply: Done };
  "look": { fields: Look; reply: Looked };
  "line": { fields: ShowLine; reply: LineViews };
  "record": { fields: GetRecord; reply: RecordText };
  "text": { fields: ShowText; reply: PositionText };
  "picture": { fields: GetPicture; reply: Picture };
  "try": { fields: TryMove; reply: Looked };
  "drop": { fields: DropVariation; reply: Done };
  "promote": { fields: PromoteVariation; reply: Done };
  "comment": { fields: WriteComment; reply: Done };
  "hint": { fields: Hint; reply: HintReply };
  "why": { fields: Why; reply: WhyReply };
  "teach": { fields: Teach; reply: TeachReply };
  "values": { fields: Values; reply: ValuesReply };
  "choices": { fields: Choices; reply: ChoicesReply };
  "review": { fields: Review; reply: ReviewReply };
  "training": { fields: GetProgress; reply: ProgressReply };
  "mistakes": { fields: FindMistakes; reply: ProgressReply };
  "puzzle": { fields: NextPuzzle; reply: PuzzleReply };
  "answer": { fields: AnswerPuzzle; reply: AnswerReply };
  "clue": { fields: GiveClue; reply: ClueReply };
  "reveal": { fields: RevealAnswer; reply: RevealReply };
  "compare": { fields: Compare; reply: Comparison };
}

/** The requests over HTTP, each with its reply. */
export interface Operations {
  "GET /api/version": { fields: GetVersion; reply: Version };
  "GET /api/games": { fields: ListGames; reply: Catalogue };
  "POST /api/analyse": { fields: Analyse; reply: Analysis };
  "POST /api/explore": { fields: Explore; reply: Explored };
  "POST /api/arrange": { fields: Arrange; reply: Arranged };
  "POST /api/compare": { fields: Compare; reply: Comparison };
  "POST /api/tree": { fields: GrowTree; reply: SearchTree };
  "GET /api/records": { fields: ListRecords; reply: SavedGames };
  "GET /api/solve": { fields: GetSolving; reply: SolvingReply };
  "POST /api/solve": { fields: StartSolving; reply: SolvingReply };
  "DELETE /api/solve": { fields: StopSolving; reply: SolvingReply };
}
