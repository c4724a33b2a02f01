// Everything that the page says in English. {gaps} are filled; two texts are for one thing and for several.

export default {
  // Everywhere
  play: "Play", learn: "Learn", explore: "Explore", pages: "Pages", language: "Language", theme: "Light or dark", skip: "Skip to the page",
  close: "Close", cancel: "Cancel", copy: "Copy", copied: "Copied.", copyByHand: "Copy this:", loading: "Loading…", stop: "Stop", start: "Start", more: "More", none: "none",
  offline: "Connection lost; trying again…", serverSlow: "Waiting for the server…", connectionLost: "the connection was lost", noConnection: "there is no connection to the server", noAnswer: "the server does not answer", oddAnswer: "the server does not answer as it should", serverGone: "the server does not answer; the page comes as soon as it does", serverGoneTitle: "No answer", lostTitle: "Nothing here", toFront: "To the front page", allPuzzles: "Puzzles of all games", toGame: "To the game", inUse: "Open elsewhere", watchIt: "Watch it", copyIt: "Go on with a copy", takeOver: "Take it over",
  lostPage: "there is no such page", lostGame: "this game is not here: the link may be of another machine, or the game had no moves yet and the server was started anew",
  lostPlace: "this game has no such place", lostLink: "this link can't be read: part of it may be missing",
  game: "Game", games: "Games", board: "Board", moves: "Moves", values: "Values", hint: "Hint", clock: "Clock", seed: "Seed", position: "Position", player: "Player",

  // Front page
  frontTitle: "Play, and learn why", frontLead: "Choose a game and how strong your opponent is. One click, and it begins.",
  goOn: "Go on", yourMove: "your move", movesCount: ["{count} move", "{count} moves"], against: "against {who}", youPlay: "You play",
  kind_quick: "Quick and solved", kind_dice: "With dice", kind_classic: "Classics", kind_yours: "Yours", kindsOfGames: "Kinds of games", findGame: "Find a game", noSuchGame: "No game like that.", otherPlayers: "Searches and others",
  side_first: "First", side_second: "Second", side_either: "Either", playAgainst: "Play {title} against",
  level_easy: "Easy", level_medium: "Medium", level_hard: "Hard", level_perfect: "Perfect", level_strongest: "Strongest", levelNumber: "Level {strength}", levelAny: "Level…",
  moreOptions: "Options…", otherBoards: "Other boards…", onOtherBoards: "{title}: other boards", friendTitle: "Play with a friend", friendLead: "Send a link; whoever opens it sits down.", trainLead: "The rules, what is known, and a short game to step through.",
  exploreTitle: "Analysis board", exploreLead: "Any position, with values and lines to walk through.", moreTitle: "Everything else", moreLead: "Every game, every option, every player.",
  moreLinks: "More", savedGames: "Saved games", searches: "How search works", ownGames: "Games of your own", forPrograms: "API",

  // Values
  win: "wins", loss: "loses", draw: "draws", winNow: "has won", lossNow: "has lost", drawNow: "has a draw", winIn: "wins in {n}", lossIn: "loses in {n}", drawIn: "draws in {n}",
  chance: "wins {percent}% of the time", chanceAbout: "wins about {percent}% of the time", points: ["ahead by {points} point", "ahead by {points} points"],
  pointsBehind: ["behind by {points} point", "behind by {points} points"], pointsEven: "even on average", onAverage: "on average {words}", aboutNumber: "about {number}",
  guessEven: "is about even", guessBitUp: "is a little better", guessBetterUp: "is better", guessMuchUp: "is much better", guessBitDown: "is a little worse", guessBetterDown: "is worse", guessMuchDown: "is much worse",
  best: "best", standing: "Who stands better", unknown: "not known",

  // The board
  empty: "empty", chosen: "chosen", canPlay: "can be played", canMove: "can move", threatened: "attacked", chooseOne: "Which one?", toPlace: "Numbers to place",
  rolled: "{who} rolled {face}", willRoll: "{who} rolls the die", roll: "Roll",

  // For beginners
  introduction: "How this game is played", theGoal: "The goal", hasWon: "{who} has won.", dismiss: "Don't show this again", firstReply: "Why that reply?",
  howDrop: "Click a column: your disc falls to its lowest free cell.", howPiece: "Click one of your pieces, then where it goes; or drag it.", howNumber: "Click a cell, then a number; or drag a number onto a cell.", howTouch: "Click an empty cell.", howButton: "Choose your move below the board.", diceRoll: "The die rolls by itself.",

  // The page of a game
  beside: "Beside the board", actions: "What you can do", analysis: "Analysis", review: "Review", result: "Result",
  toFirst: "Start", back: "Back", forward: "Forward", toLast: "End", flip: "Flip", undo: "Undo", redo: "Redo", menu: "Menu", pause: "Pause", goOnPlaying: "Go on", paused: "paused", speed: "Speed",
  you: "you", person: "Person", friend: "friend", friendToCome: "a friend to come", away: "away, waiting…", timeOf: "Time left to {who}",
  yourTurn: "your turn", theirTurn: "to move", thinking: "thinking…", rolls: "rolls the die", toMove: "{who} to move", withDie: "with a {face}",
  yourTurnLong: "Your turn.", theirTurnLong: "It is not your turn.", queued: "Your move is kept until it is your turn.", queuedHere: "your next move", cantMove: "This piece can't move now.", takeFirst: "Choose one of your pieces first.", mayClaim: "You may claim a draw.", waitFor: "Wait for {who}.", watching: "You are watching this game.",
  played: "{who} played {move}.", rolledIt: "Rolled {face}.", takenBack: "Taken back.", playedAgain: "Played again.",
  inPast: "After {at} of {count} moves.", inVariation: "A line beside the game.", tryHere: "A move here begins a variation.", backToGame: "Back to the game",
  movesSoFar: "Moves so far", noMoves: "No moves yet.", typeMove: "Type a move", playIt: "Play", suchAs: "such as {move}", dropLine: "Remove this line", commentOn: "Comment…", commentLead: "What you think of this move. It is kept with the game, and in its record.", promoteLine: "Put this line first", dropFrom: "Remove from here on", bestIs: "Best is {move}.", keepIt: "Keep it",
  wins: "{who} wins", isDraw: "It is a draw", youWin: "You win", youLose: "You lose", how_resigned: "{who} resigned", how_lost_on_time: "{who} ran out of time", how_forfeited: "{who} forfeited", how_drawn: "drawn",
  again: "Play again", share: "Share", agree: "Agree", decline: "Decline", offerSent: "The other player is asked.", offersAgain: "The other player would like another game.", offersUndo: "The other player would like to take back.", offersDraw: "The other player offers a draw.",
  claim: "Claim a draw", offerDraw: "Offer a draw", opening: "Opening: {name}.", resign: "Resign", resignSure: "Give up this game?", newGame: "New game…", soundOn: "Sound on", soundOff: "Sound off", toAnalysis: "Open on the analysis board", playFromHere: "Play on from here…", keys: "Keys",
  teach: "Stop me before a clear mistake", teachOn: "Teacher on", teachOff: "Teacher off", teachIsOn: "A teacher looks at your moves now, and stops a clear mistake before it is played.", teachIsOff: "Your moves are played as they are now.", teacherLooks: "Your teacher is looking…", teacherStops: "Your teacher stops you", takeBack: "Think again", showBetter: "Show a better move", playAnyway: "Play it anyway",

  // Analysis
  analysisLead: "Move either side. Lines that branch are kept.", showValues: "Show values", valuesLead: "What is each move worth? Switch values on to see.", adviceLater: "People play each other here: advice comes when the game is over.",
  expected: "Expected:", askPlayers: "What would they play?", askThem: "Ask them", playerNumber: "Player {n}", nodesCount: ["{nodes} position", "{nodes} positions"],
  positionText: "Position as text", editPosition: "Edit the position…", editLead: "Choose a piece and touch cells, or drag pieces onto the board and off it; or change the text.", supply: "Pieces to put on the board", takeAway: "Take away", clearBoard: "Clear the board", startPosition: "Starting position", whoMoves: "Who is to move", analyseThis: "Analyse this", thinkingHint: "Thinking about a hint…",

  // Review
  nothingToReview: "There is nothing to review yet.", reviewLead: "Every move so far, compared with the best there was.", reviewNow: "Review the game so far", reviewing: "Going through the game…",
  bySearch: "Values are by search here, so they may err.", mistakes: ["{count} move to try again", "{count} moves to try again"], noMistakes: "No mistakes.",
  firstLook: "A first look; searching deeper…", learnMistakes: "Learn from the mistakes", mistakeOf: "Mistake {at} of {count}", nextMistake: "Next mistake", whatNext: "Play on from here, or go to the next one.",
  insteadOf: "instead of", whyMistake: "Why?", refutation: "It goes on:", better: "Better:", tryAgain: "Try again", tryAgainAt: "Try again instead of {move}", graphWords: "{first} above, {second} below: the prospects after each move",
  findBetter: "{who} played {move}. Find something better.", right: "Right:", notBest: "{move} {value}; there is better.", tryAnother: "Try another move.",
  criticalMoves: "found {found} of {critical} critical moves", accuracy: "accuracy {percent}%", gaveAway: "gave away {percent}% in all", luck: "luck {percent}%",
  gaveAwayPoints: "gave away {points} points in all", luckPoints: "luck {points} points",
  label_blunder: "a blunder", label_missed_win: "misses a win", label_losing_move: "gives away the draw", label_mistake: "a mistake", label_inaccuracy: "inaccurate", label_missed_quick_win: "misses a quick win", label_gave_up_resistance: "gives up resistance", label_unclear: "looks worse",

  // Learning
  noRules: "The author of this game has not written its rules down in words.", howToMove: "How to move", touchToMove: "touch what you want to move", whyLast: "Was the last move good?", trainThis: "More about this game",
  moveOf: "Move {at} of {count}", playEasy: "Try it against Easy",

  // Training
  training: "Puzzles", trainingLead: "Positions with a task; what you solve comes again before you forget it.", toPuzzles: "Puzzles of this game", allGames: "All games", ownMistakes: "Your own mistakes", showAnswer: "Show the answer", nextPuzzle: "Next", skipPuzzle: "Another one", findingPuzzle: "Looking for a puzzle…", searchingMistakes: "Looking for mistakes in your games…",
  grade_1: "very easy", grade_2: "easy", grade_3: "medium", grade_4: "hard", grade_5: "very hard", fromYourGame: "from your own game", notThat: "Not that one.", solved: "Solved.", rightSoFar: "Right so far. The answer is {reply}; go on.",
  theme_: "Theme", allThemes: "All themes", theme_win_in_so_many_moves: "Win in so many moves", theme_the_only_winning_move: "The only winning move", theme_the_only_move_that_saves_the_draw: "Save the draw", theme_the_best_move: "The best move", theme_the_best_roll: "The best roll", theme_a_better_move_than_was_played: "A better move than you played", themeWords: "{theme}: {tries} tried, {good} right at once",
  rating: "Rating {rating}", streak: ["{count} in a row", "{count} in a row"], bestStreak: ["best {count}", "best {count}"], ratingGraph: "Your rating day by day, from {first} to {last}",
  yourProgress: "Your progress", triedCount: ["{count} puzzle so far, {percent}% right at once.", "{count} puzzles so far, {percent}% right at once."], noTries: "No puzzles so far.", dueCount: ["{count} is due again.", "{count} are due again."], dayWords: "{day}: {tries} tried, {good} right at once",
  playedBefore: ["played {count} time in your games", "played {count} times in your games"], howItWent: ", {percent}% of the points",

  // New games
  swap: "⇅ Swap sides", personHelp: "You, or somebody at this screen.", positionHelp: "Where to begin, if not at the start, as a text.", seedHelp: "A number that gives the same dice and replies again.", moreOptionsCount: ["{count} more option", "{count} more options"],
  noClock: "None", clockPlain: ["{minutes} minute each", "{minutes} minutes each"], clockPlus: "{minutes} min + {more} s a move",

  // Friends
  makeInvitation: "Make a link", invitation: "Invitation", waitingForFriend: "Waiting for your friend", sendLink: "Send this link. Whoever opens it first plays the other side; others watch.",
  friendLocal: "This server can be reached from this machine only: the link works in another browser here. Start it with kibitz web --host ADDRESS to let other machines in.",
  friendOpen: "Other machines can reach this server. What is sent is not encrypted, and whoever has the link can come.",

  // Sharing
  linkWhole: "The whole game in a link", linkWholeLocal: "Whoever has Kibitz running can open it on their own machine, with the same port.", linkWholeOpen: "The game itself is in the link; it needs nothing that is kept here.",
  linkReview: "The review in a link", linkReviewNote: "Opens with its mistakes and lessons.", linkPosition: "This position in a link", linkPositionNote: "An analysis board, without the moves before it.", embedBoard: "The board in a page of yours", embedNote: "docs/embed.md describes the messages that the frame takes and sends.", sharePuzzle: "Copy a link to this puzzle",
  linkPlaceBrowser: "Works in this browser only; the link above carries the whole game.",
  linkPlace: "This place of this game", linkPlaceLocal: "Works on this machine only.", linkPlaceOpen: "Works for whoever can reach this server.", saveRecord: "Save the record", copyRecord: "Copy the record", asSvg: "Picture (SVG)", asPng: "Picture (PNG)",

  // Saved games
  noSaved: "No saved games yet. Every game you play is kept here.", goesOn: "goes on", openRecord: "Open a record", recordText: "The record as text", pasteHere: "[Game \"…\"] …", openText: "Open the text", openAnyway: "Open it all the same?", openFile: "From a file…",

  // Exploring and searches
  exploreLong: "Begin anywhere, move both sides, branch off, and see what every move is worth.", searchLead: "Searches to the same depth find the same value. What differs is the work, and why so much of it can be left out.",
  onPosition: "On the position", treeTitle: "The tree that a search visits", whoSearches: "Who searches", depth: "Depth", showTree: "Show the tree", compareTitle: "What searches take", compareLead: "Positions visited, depth by depth.",
  upToDepth: "Up to depth", compare: "Compare", comparing: "Comparing…", compareNote: "Cut-offs and time are those of the last depth. A search that would take more than two seconds goes no deeper.", valuesAgree: "All find the same values.", valuesDiffer: "Not all judge alike, so values need not agree: {who}.", depthN: "depth {n}", cuts: "cut-offs", milliseconds: "ms",
  treeLegend: "□ first player to move, ○ second, ◇ dice. [α, β]: what the player to move has already, and what the other would not allow. ≤ at most, ≥ at least. ✂ branches never looked at. Values are as the player to move sees them.",
  treeCounts: ["{nodes} position visited, {cut} branches cut off.", "{nodes} positions visited, {cut} branches cut off."], treeWalk: "Walk through it to see why.", pliesShown: "Plies shown", stepOfTree: "Step", fromStart: "From the start", step: "Step", walkThrough: "Walk through", theRoot: "the root",
  walkRoot: "{who} is to move. Nothing is known yet: the window is [{alpha}, {beta}].", walkEnter: "After {path} {who} is to move. Only values between {alpha} and {beta} matter here.", walkChance: "After {path} the die is rolled: its faces are looked at one by one.",
  walkLeaf: "{path} is as far as we look: it is judged to be worth {value} to {who}.", walkEnd: "{path} ends the game: {value} for {who}.", walkTable: "{path} was seen before: {value}.",
  walkRaise: "At {path}, {who} can have {alpha} by {move}: that is the new lower bound.", walkCut: "Cut: {who} gets {value} here, but {other} has something better already with {move} and will never allow {path}. {count} more need not be looked at.",
  walkCutWindow: "Cut: {value} is already more than {beta}, all that was asked about. {count} more need not be looked at.", walkCutChance: "Cut: whatever the {count} faces left may bring, the average stays outside the window.", walkLeave: "{path} is done: {value} for {who}.", atMost: "at most", atLeast: "at least",

  // Solving
  solve: "Solve…", solveTitle: "Solve {title}", solveLead: "Works out every position of the whole game and keeps the table. It can be stopped, and gone on with.", solving: "Solving", solveOneByOne: "Its positions are worked out one by one: switch values on.", solveOn: "Go on", solve_running: "Solving", solve_done: "Done", solve_stopped: "Stopped", solve_failed: "It could not be solved",

  // Own games
  ownLead: "A game is one Python file. Everything here plays it: the board, the computers, values, solving.", noOwn: "No game of your own is loaded.", ownHow: "How to write one", ownFour: "Four methods are a game. A position is any value that does not change, such as a tuple; so is a move.",
  ownStart: "Check it, then bring it here:", ownMore: "A game may also say how it is drawn, who is to move, what dice do, and how good a position looks; docs/own-games.md in the project lists everything.", ownSafe: "Its code runs in a process of its own: if it hangs or fails, only its own games stop.",

  // Keys
  keySteps: "step through the game", keyEnds: "to its start and to its end", keyWalk: "to the board, and walk on it", keyEnter: "play, or pick up", keyEscape: "let go", keyDraw: "draw arrows and rings", rightDrag: "right mouse button or long press", keyDigits: "a column, or a number for the cell",
};
