// Written by dev/stub from src/kibitz/service/commands.py and replies.py; not to be edited.

export type Side = "first" | "second";

export type Actor = "first" | "second" | "chance";

/** A place: after so many moves of the game, or a variation's by name, such as v7. */
export type At = number | string;

/** Where a piece lies, whose it is, its shape, what is written on it, and what people call it. */
export type Piece = [number, number, string, string, string];

/** A move, the cell that is touched to make it, the one that a piece comes from, and what else is chosen. */
export type Gesture = [string, number | null, number | null, string];

/** The place's name, the place before it, the move between as people write it, and whose move it is. */
export type Variation = [string, At, string, Actor];

/** A move as people write it, and whose it was. */
export type PlayedMove = [string, Actor];

/** What may be put on a board: whose, its shape, what is written on it, its name. */
export type Supply = [number, string, string, string];

/** What a search did: a word, the node, a value, the node whose doing it was, alpha and beta. */
export type TreeStep = [string, number, string | null, number | null, string | null, string | null];

export type Wanted = "undo" | "redo" | "draw" | "again";

export type Waits = "person" | "computer" | "dice" | "over" | "nobody";

/** The game that was entered, and the sides that the client may move. */
export interface Entered {
  game: string;
  you: string[];
  /** Of the client's seat, where seats are locked. */
  key?: string;
  /** Lets a friend take the other seat. */
  invitation?: string;
}

/** Nothing to tell but that it was done. */
export interface Done {
}

/** A seat that was taken. */
export interface Seated {
  key: string;
  you: string[];
}

/** What is on the board, and what can be done there. */
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
  /** A move as people write it, where gestures name it otherwise. */
  example?: string;
}

/** What is the same on the board throughout a game. */
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
  /** Those of the two sides: white, black, red, blue or yellow. */
  colours: string[];
  /** Lines that lead from one cell to another. */
  links: number[][];
  /** The shape and text of what each side puts on the board. */
  ghosts?: ([string, string] | null)[];
}

/** The board at a place. */
export interface Looked {
  at: At;
  view: View;
  position: string;
  /** Where it differs from the one told before. */
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

/** A position as SVG. */
export interface Picture {
  svg: string;
}

/** What a position is worth to its mover: a result, a chance, or a guess. */
export interface Value {
  text: string;
  words: string;
  exact: boolean;
  result?: 1 | 0 | -1 | null;
  plies?: number | null;
  /** The same as players of the game count it. */
  moves?: number;
  chance?: number;
  /** By how many the mover wins, where outcomes are points. */
  points?: number;
  /** Whether dice decide, so that points are an average. */
  average?: boolean;
  score?: number;
  /** What a guess says of the result, from 0 for a loss to 1. */
  prospect?: number;
}

/** A reason for or against a move. */
export interface Reason {
  kind: string;
  text: string;
  moves: string[];
}

/** An explanation and all of it in words. */
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

/** A good move, and why; `seq` is the state that it belongs to. */
export interface HintReply {
  seq?: number;
  hint: WordedExplanation;
}

/** Why a move is good or bad. */
export interface WhyReply {
  seq?: number;
  why: WordedExplanation;
}

/** What a teacher says against a move before it is played. */
export interface Objection {
  move: string;
  label: string;
  words: string;
  refutation: string;
  better: string;
  cost: number | null;
  line: string[];
}

/** A teacher's objection; null if there is none. */
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

/** A move and what it is worth to the player who makes it. */
export interface MoveValue {
  move: string;
  /** The move as people write it there. */
  text: string;
  value: Value;
  /** The moves expected, this one first, as people write them. */
  line: string[];
  against_random?: Odds;
}

/** A roll, how likely it is, and what it is worth to the player who rolls. */
export interface RollValue {
  roll: string;
  probability: number;
  value: Value;
}

/** What a position and its moves are worth. */
export interface Analysis {
  game: string;
  position: string;
  turn: Actor;
  mover: Side;
  value: Value;
  /** How that is known. */
  source: string;
  /** The first player's share of a full win, from 0 to 1. */
  share: number;
  /** Best first. */
  moves: MoveValue[];
  /** Where the dice are to be rolled. */
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

/** The move that a player would make, and what it knew when it chose. */
export interface Choice {
  player: string;
  move: string;
  value: Value | null;
  line: string[];
  depth: number | null;
  nodes: number | null;
}

/** What several players would do. */
export interface ChoicesReply {
  seq?: number;
  choices: Choice[];
}

/** The positions after which time cut a search short, and the seconds. */
export interface Stopped {
  positions: number;
  seconds: number;
}

/** How one player did. */
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

/** One move of a game in review. */
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

/** A roll, and how lucky it was. */
export interface ReviewedRoll {
  ply: number;
  side: Side;
  roll: string;
  before: number;
  after: number;
  luck: number;
}

/** A move in a lost position, and the replies that it left the opponent. */
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

/** A part of a game in which one side stood better, or neither. */
export interface Phase {
  begin: number;
  end: number;
  standing: string;
}

/** A position, and how it looks as text. */
export interface DrawnPosition {
  position: string;
  board: string;
}

/** How to play on from a position against the computer, with the command for a terminal. */
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

/** A review in words. */
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

/** A game gone through, decision by decision. */
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

/** How puzzles went so far, and what waits. */
export interface PuzzleProgress {
  /** Each day with tries: how many, and how many at once. */
  days: ([string, number, number])[];
  tries: number;
  at_once: number;
  due: number;
  mistakes: number;
  puzzles: number;
}

/** How puzzles went so far. */
export interface ProgressReply {
  progress: PuzzleProgress;
}

/** A puzzle as it stands, with its board; never its answer before that is found. */
export interface Puzzle {
  id: string;
  game: string;
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
}

/** Something to solve. */
export interface PuzzleReply {
  puzzle: Puzzle;
}

/** What came of an answer. */
export interface AnswerReply {
  result: string;
  reply: string | null;
  why: string;
  puzzle: Puzzle;
}

/** The answer, given away. */
export interface RevealReply {
  why: string;
  puzzle: Puzzle;
}

/** What one search takes to one depth. */
export interface SearchRow {
  player: string;
  depth: number;
  nodes: number;
  cutoffs: number;
  table_hits: number;
  researches: number;
  seconds: number;
  /** How it judges, where not as usual; then values need not agree. */
  judges: string;
}

/** What searches take on a position, depth by depth. */
export interface Comparison {
  rows: SearchRow[];
}

/** What can be done where the service runs; a browser can do less. */
export interface Platform {
  /** Whether searches can use several threads. */
  threads: boolean;
  /** Whether programs can be started. */
  processes: boolean;
  /** Whether others can be reached over a network. */
  sockets: boolean;
  /** Bytes that can be addressed, where that is a bound. */
  memory: number | null;
}

/** What runs here. */
export interface Version {
  kibitz: string;
  /** Changes when an older page can't talk to this server any more. */
  protocol: number;
  /** Whether this machine alone can reach the server. */
  local: boolean;
  platform: Platform;
}

/** An option of a game or player, with what a form needs to ask for it. */
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
  /** Whether it changes only how the game is shown. */
  display: boolean;
}

/** A word for an opponent, and the player behind it. */
export interface Opponent {
  word: string;
  spec: string;
}

/** The board of a demo after one of its moves; nothing to touch. */
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
  /** What is known of it, such as that it is a draw. */
  known: string;
  /** How it is played, in a line or two. */
  short: string;
  /** Its rules. */
  words: string[];
  sides: string[];
  dice: boolean;
  source: "built-in" | "example" | "file" | "installed";
  /** Games with the same are kin. */
  room: number | string;
  options: Option[];
  /** Who can play it. */
  players: string[];
  /** The usual ones, from easy to strong. */
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
  /** The players that search a tree. */
  searchers: string[];
}

/** A move, what it is worth, and how games went on in which it was played. */
export interface ExploredMove {
  move: string;
  /** The move as people write it there. */
  written: string;
  value: Value;
  games: number;
  /** By the first player. */
  won: number;
  drawn: number;
  /** By the first player. */
  lost: number;
  /** The mover's points a game. */
  score: number | null;
}

/** The moves of a position with their values, and how often each was played in saved games. */
export interface Explored {
  game: string;
  position: string;
  turn: Actor;
  mover: Side;
  value: Value;
  /** How that is known. */
  source: string;
  /** Saved games that went on from here. */
  games: number;
  /** Best first, then the most played. */
  moves: ExploredMove[];
}

/** A position to change by hand, and what may be put there. */
export interface Arranged {
  position: string;
  /** What it is drawn on; null where it is a text. */
  board: Board | null;
  /** What is on it. */
  view: View;
  /** Whether the pieces leave open who is to move. */
  chooses: boolean;
  /** What may be put on the board. */
  supply: Supply[];
}

/** A node that a search visited. */
export interface TreeNode {
  /** The node above, by its place in the list. */
  parent: number | null;
  move: string;
  kind: "decision" | "chance" | "table" | "horizon" | "end";
  mover: Side;
  alpha: string;
  beta: string;
  value: string;
  /** Whether the value is all that is known. */
  bound: "exact" | "least" | "most";
  /** Branches that were never looked at. */
  skipped: number;
  position: string;
}

/** The tree that a search visits, and the steps in which it does. */
export interface SearchTree {
  player: string;
  depth: number;
  sides: string[];
  /** In the order in which they were visited. */
  nodes: TreeNode[];
  /** What the search did. */
  steps: TreeStep[];
}

/** A saved game. */
export interface SavedGame {
  name: string;
  game: string;
  title: string;
  first: string;
  second: string;
  /** When it was played last, in ISO 8601. */
  changed: string;
  moves: number | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** What ended it, such as checkmate; empty where nobody said. */
  by: string;
}

/** The saved games, the last one played first. */
export interface SavedGames {
  records: SavedGame[];
}

/** A solving: how far it is, and what came of it. */
export interface Job {
  game: string;
  state: "running" | "done" | "stopped" | "failed";
  done: number;
  /** 0 while it is not known. */
  total: number;
  message: string;
}

/** The solving that runs or ran last; null if there was none. */
export interface SolvingReply {
  job: Job | null;
}

/** How a game ended. */
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

/** The game that is played. */
export interface GameRules {
  spec: string;
  title: string;
  sides: string[];
  dice: boolean;
  /** The most that one can win by, where outcomes are points. */
  points: number | null;
  help: string;
}

/** The cause of a change, such as `joined`, `move`, `roll`, `undo`, `resign` or `time`. */
export interface Happening {
  kind: string;
  move?: string;
  side?: Actor;
}

/** Who plays by key and is there, and how many watch. */
export interface People {
  bound: boolean;
  free: Side | null;
  here: boolean[];
  watching: number;
}

/** Everything about a game, once, when it is joined. */
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

/** What is different after something happened; `seq` is one higher each time. */
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

/** The variations and comments as they are now. */
export interface VariationsEvent {
  type: "variations";
  variations: Variation[];
  comments: Record<string, string>;
}

/** Who is there now. */
export interface PeopleEvent {
  type: "people";
  people: People;
}

/** How fast two computers play each other now. */
export interface PaceEvent {
  type: "pace";
  paused: boolean;
  pace: number;
}

/** Something that one player would like the other to agree to. */
export interface OfferEvent {
  type: "offer";
  what: Wanted;
  by: string[];
}

/** There is another game of the same people, and the key of a seat in it. */
export interface MovedEvent {
  type: "moved";
  game: string;
  key: string;
}

/** Something went wrong that nobody asked for, such as a computer that could not move. */
export interface TroubleEvent {
  type: "trouble";
  message: string;
}

/** How far the answer to a slow command is. */
export interface ProgressEvent {
  type: "progress";
  id: number;
  done: number;
  total: number;
}

/** A command that was not executed, and why. */
export interface Refusal {
  type: "error";
  id: number | null;
  kind: string;
  message: string;
}

/** Begin a game: a seat is `person`, `friend` or a player's spec. */
export interface NewGame {
  /** A game's spec. */
  rules: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  first?: string;
  second?: string;
  seed?: number | null;
  position?: string | null;
  /** Seconds for each player, or such as `5m+3s`. */
  clock?: number | string | null;
  pace?: number;
  /** Whether nobody plays and moves are only tried. */
  analysis?: boolean;
}

/** Enter a game in memory or on disk. */
export interface JoinGame {
  game: string;
  /** Of a seat. */
  key?: string;
  /** Take a record whose checksum does not fit. */
  accept_changed?: boolean;
  /** Take the game from another program that has it open. */
  take_over?: boolean;
}

/** Begin a game of its own from a record. */
export interface LoadRecord {
  record: string;
  analysis?: boolean;
  /** Take a record whose checksum does not fit. */
  accept_changed?: boolean;
}

/** Begin another game of the same people with sides changed, or agree to it. */
export interface PlayAgain {
}

/** Take the seat that an invitation is for. */
export interface TakeSeat {
  invitation: string;
}

/** Let computers that play each other wait, or go on at some pace. */
export interface Pause {
  paused?: boolean;
  pace?: number | null;
}

/** Play a person's move. */
export interface Play {
  move: string;
  /** The state that the client acted on; refused if the game has moved on. */
  seq?: number | null;
}

/** Take back the last move of a person. */
export interface Undo {
  /** The state that the client acted on; refused if the game has moved on. */
  seq?: number | null;
}

/** Play again what was taken back. */
export interface Redo {
  /** The state that the client acted on; refused if the game has moved on. */
  seq?: number | null;
}

/** Offer a draw, or agree to one. */
export interface OfferDraw {
  /** The state that the client acted on; refused if the game has moved on. */
  seq?: number | null;
}

/** Resign for the person to move. */
export interface Resign {
  /** The state that the client acted on; refused if the game has moved on. */
  seq?: number | null;
}

/** Claim a draw for the person to move. */
export interface ClaimDraw {
  /** The state that the client acted on; refused if the game has moved on. */
  seq?: number | null;
}

/** Show the board at a place. */
export interface Look {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Show the board after each move of a line. */
export interface ShowLine {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  moves?: string[];
}

/** Return the record of the game. */
export interface GetRecord {
}

/** Return the board at a place as a picture. */
export interface GetPicture {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Play a move beside the game. */
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

/** Put a variation before the others. */
export interface PromoteVariation {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Say something about a place; an empty text takes it away. */
export interface WriteComment {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  text: string;
}

/** Suggest a move, and say why. */
export interface Hint {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
}

/** Say why a move is good or bad: one that is named, or the last one made. */
export interface Why {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  move?: string;
}

/** Say what a teacher has against a move before it is played. */
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

/** Return what several players would do at a place. */
export interface Choices {
  /** A place: after so many moves of the game, or a variation's by name, such as v7. */
  at: number | string;
  players?: string[];
}

/** Review the game so far. */
export interface Review {
}

/** Return how it went so far. */
export interface GetProgress {
}

/** Look for mistakes in saved games. */
export interface FindMistakes {
}

/** Give a puzzle. */
export interface NextPuzzle {
  /** A game's spec; empty for all games. */
  rules?: string;
  /** Whether only one's own mistakes are given. */
  mistakes?: boolean;
  /** Puzzles not to give. */
  skipped?: string[];
}

/** Try a move or a roll. */
export interface AnswerPuzzle {
  move: string;
}

/** Give the answer away. */
export interface RevealAnswer {
}

/** Compare searches of a position, depth by depth. */
export interface Compare {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** Where to begin; the start if left out. */
  position?: string | null;
  /** Played from there first. */
  moves?: string | null;
  /** Decisions to look ahead. */
  depth?: number;
  /** Players that search; all of them if left out. */
  players?: string[];
}

/** Return the version that runs here. */
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
  /** Where to begin; the start if left out. */
  position?: string | null;
  /** Played from there first. */
  moves?: string | null;
  /** How long to think; if left out, as for a hint. */
  seconds?: number | null;
}

/** Evaluate the moves of a position, and count how often each was played in saved games. */
export interface Explore {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** Where to begin; the start if left out. */
  position?: string | null;
  /** Played from there first. */
  moves?: string | null;
}

/** Return a position to change by hand: as it is written, or with pieces put on its cells. */
export interface Arrange {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** Where to begin; the start if left out. */
  position?: string | null;
  /** Played from there first. */
  moves?: string | null;
  /** For each cell, row by row from the top, the number of a piece of the supply; -1 for none. */
  pieces?: number[] | null;
  /** Who is to move, where the pieces don't say. */
  side?: string | null;
}

/** Return the tree that a search visits, and the steps in which it does. */
export interface GrowTree {
  /** A game's spec. */
  game: string;
  /** Options of the game that are not in its spec. */
  options?: Record<string, string>;
  /** Where to begin; the start if left out. */
  position?: string | null;
  /** Played from there first. */
  moves?: string | null;
  /** Decisions to look ahead. */
  depth?: number;
  /** Who searches. */
  player?: string;
}

/** List the saved games, the last one played first. */
export interface ListRecords {
}

/** Return how far solving is. */
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
