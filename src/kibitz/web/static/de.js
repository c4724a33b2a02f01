// Alles, was die Seite auf Deutsch sagt. {Lücken} werden gefüllt; zwei Texte sind für eines und für mehrere.

/** @type {typeof import("./en.js").default} */
const texts = {
  // Überall
  play: "Spielen", learn: "Lernen", explore: "Erforschen", pages: "Seiten", language: "Sprache", theme: "Hell oder dunkel", skip: "Zum Inhalt",
  close: "Schließen", cancel: "Abbrechen", copy: "Kopieren", copied: "Kopiert.", copyByHand: "Zum Kopieren:", loading: "Lädt …", stop: "Anhalten", start: "Beginnen", more: "Mehr", none: "keine",
  connectionLost: "die Verbindung ist abgebrochen", noConnection: "es gibt keine Verbindung zum Server", noAnswer: "der Server antwortet nicht", oddAnswer: "der Server antwortet nicht, wie er sollte", serverGone: "der Server antwortet nicht; die Seite kommt, sobald er es tut", serverGoneTitle: "Keine Antwort", offline: "Verbindung verloren; neuer Versuch …", serverSlow: "Warte auf den Server…", lostTitle: "Hier ist nichts", allPuzzles: "Aufgaben aus allen Spielen", toFront: "Zur Startseite", toGame: "Zum Spiel", inUse: "Woanders geöffnet", watchIt: "Ansehen", copyIt: "Mit einer Kopie weiterspielen", takeOver: "Hierher holen",
  lostPage: "diese Seite gibt es nicht", lostGame: "dieses Spiel ist nicht hier: Der Link gehört vielleicht zu einem anderen Rechner, oder das Spiel hatte noch keinen Zug und der Server wurde neu gestartet",
  lostPlace: "diese Stelle hat das Spiel nicht", lostLink: "dieser Link lässt sich nicht lesen: Vielleicht fehlt ein Teil davon",
  game: "Spiel", games: "Spiele", board: "Brett", moves: "Züge", values: "Werte", hint: "Tipp", clock: "Uhr", seed: "Startzahl", position: "Stellung", player: "Spieler",

  // Startseite
  frontTitle: "Spielen und verstehen, warum", frontLead: "Ein Spiel wählen und wie stark der Gegner ist. Ein Klick, und es geht los.",
  goOn: "Weiter", yourMove: "am Zug", movesCount: ["{count} Zug", "{count} Züge"], against: "gegen {who}", youPlay: "Deine Seite",
  kind_quick: "Kurz und gelöst", kind_dice: "Mit Würfeln", kind_classic: "Klassiker", kind_yours: "Eigene", kindsOfGames: "Arten von Spielen", findGame: "Spiel suchen", noSuchGame: "Kein solches Spiel.", otherPlayers: "Suchen und andere",
  side_first: "Erste", side_second: "Zweite", side_either: "Egal", playAgainst: "{title} spielen gegen",
  level_easy: "Leicht", level_medium: "Mittel", level_hard: "Schwer", level_perfect: "Perfekt", level_strongest: "Stärkste", levelNumber: "Stufe {strength}", levelAny: "Stufe …",
  moreOptions: "Optionen …", otherBoards: "Andere Bretter …", onOtherBoards: "{title}: andere Bretter", friendTitle: "Mit Freunden spielen", friendLead: "Einen Link schicken; wer ihn öffnet, setzt sich ans Brett.", trainLead: "Die Regeln, was bekannt ist, und ein kurzes Spiel zum Durchgehen.",
  exploreTitle: "Analysebrett", exploreLead: "Jede Stellung, mit Werten und Zugfolgen zum Durchgehen.", moreTitle: "Alles andere", moreLead: "Jedes Spiel, jede Option, jeder Spieler.",
  moreLinks: "Mehr", savedGames: "Gespeicherte Spiele", searches: "Suchverfahren bei der Arbeit", ownGames: "Eigene Spiele", forPrograms: "Für Programme",

  // Werte
  win: "gewinnt", loss: "verliert", draw: "remis", winNow: "hat gewonnen", lossNow: "hat verloren", drawNow: "hat remis", winIn: "gewinnt in {n}", lossIn: "verliert in {n}", drawIn: "remis in {n}",
  chance: "gewinnt in {percent}\u00a0% der Fälle", chanceAbout: "gewinnt in etwa {percent}\u00a0% der Fälle", points: ["{points} Punkt voraus", "{points} Punkte voraus"],
  pointsBehind: ["{points} Punkt zurück", "{points} Punkte zurück"], pointsEven: "im Mittel ausgeglichen", onAverage: "im Mittel {words}", aboutNumber: "etwa {number}",
  guessEven: "steht etwa gleich", guessBitUp: "steht etwas besser", guessBetterUp: "steht besser", guessMuchUp: "steht viel besser", guessBitDown: "steht etwas schlechter", guessBetterDown: "steht schlechter", guessMuchDown: "steht viel schlechter",
  best: "am besten", standing: "Wer besser steht", unknown: "nicht bekannt",

  // Das Brett
  empty: "leer", chosen: "gewählt", canPlay: "spielbar", canMove: "kann ziehen", threatened: "bedroht", chooseOne: "Was davon?", toPlace: "Zahlen zum Setzen",
  rolled: "{who} hat eine {face} gewürfelt", willRoll: "{who} würfelt", roll: "Wurf",

  // Für Anfänger
  introduction: "So wird gespielt", theGoal: "Das Ziel", hasWon: "{who} hat gewonnen.", dismiss: "Nicht mehr zeigen", firstReply: "Warum diese Antwort?",
  howDrop: "Klicke eine Spalte an: Deine Scheibe fällt auf ihr unterstes freies Feld.", howPiece: "Klicke eine deiner Figuren an, dann ihr Ziel, oder ziehe sie.", howNumber: "Klicke ein Feld an, dann eine Zahl, oder ziehe eine Zahl auf ein Feld.", howTouch: "Klicke ein freies Feld an.", howButton: "Wähle deinen Zug unter dem Brett.", diceRoll: "Der Würfel rollt von selbst.",

  // Die Seite eines Spiels
  beside: "Neben dem Brett", actions: "Was man tun kann", analysis: "Analyse", review: "Rückblick", result: "Ergebnis",
  toFirst: "Anfang", back: "Zurück", forward: "Vor", toLast: "Ende", flip: "Drehen", undo: "Zurücknehmen", redo: "Wiederholen", menu: "Menü", pause: "Pause", goOnPlaying: "Weiter", paused: "angehalten", speed: "Tempo",
  you: "du", person: "Mensch", friend: "Gegenüber", friendToCome: "jemand, der noch kommt", away: "nicht da, warten …", timeOf: "Restzeit von {who}",
  yourTurn: "du bist dran", theirTurn: "am Zug", thinking: "denkt nach …", rolls: "würfelt", toMove: "{who} am Zug", withDie: "mit einer {face}",
  yourTurnLong: "Du bist dran.", theirTurnLong: "Du bist nicht dran.", queued: "Dein Zug wartet, bis du am Zug bist.", queuedHere: "dein nächster Zug", cantMove: "Diese Figur kann jetzt nicht ziehen.", takeFirst: "Wähle zuerst eine deiner Figuren.", mayClaim: "Du kannst Remis beanspruchen.", waitFor: "Warten auf {who}.", watching: "Du schaust diesem Spiel zu.",
  played: "{who} spielte {move}.", rolledIt: "Gewürfelt: {face}.", takenBack: "Zurückgenommen.", playedAgain: "Wiederholt.",
  inPast: "Nach {at} von {count} Zügen.", inVariation: "Eine Variante neben dem Spiel.", tryHere: "Ein Zug hier beginnt eine Variante.", backToGame: "Zurück zum Spiel",
  movesSoFar: "Züge bisher", noMoves: "Noch keine Züge.", typeMove: "Zug eintippen", playIt: "Spielen", suchAs: "etwa {move}", dropLine: "Diese Variante entfernen", commentOn: "Anmerkung …", commentLead: "Was du von diesem Zug hältst. Es bleibt beim Spiel und steht in seiner Aufzeichnung.", promoteLine: "Diese Variante nach vorn", dropFrom: "Ab hier entfernen", bestIs: "Am besten ist {move}.", keepIt: "Behalten",
  wins: "{who} gewinnt", isDraw: "Remis", youWin: "Gewonnen", youLose: "Verloren", how_resigned: "{who} gab auf", how_lost_on_time: "{who} hatte keine Zeit mehr", how_forfeited: "{who} konnte nicht weiterspielen", how_drawn: "remis gegeben",
  again: "Noch einmal", share: "Teilen", agree: "Einverstanden", decline: "Ablehnen", offerSent: "Dein Gegenüber wird gefragt.", offersAgain: "Dein Gegenüber möchte noch ein Spiel.", offersUndo: "Dein Gegenüber möchte zurücknehmen.", offersDraw: "Dein Gegenüber bietet Remis an.",
  claim: "Remis fordern", offerDraw: "Remis anbieten", opening: "Eröffnung: {name}.", resign: "Aufgeben", resignSure: "Dieses Spiel aufgeben?", newGame: "Neues Spiel …", soundOn: "Ton an", soundOff: "Ton aus", toAnalysis: "Auf dem Analysebrett öffnen", playFromHere: "Von hier weiterspielen …", keys: "Tasten",
  teach: "Klare Fehler vorher anhalten", teachOn: "Lehrer an", teachOff: "Lehrer aus", teachIsOn: "Ein Lehrer sieht sich deine Züge jetzt an und hält klare Fehler an, bevor sie gespielt sind.", teachIsOff: "Deine Züge werden jetzt gespielt, wie sie sind.", teacherLooks: "Dein Lehrer schaut …", teacherStops: "Dein Lehrer hält dich an", takeBack: "Noch einmal überlegen", showBetter: "Besseren Zug zeigen", playAnyway: "Trotzdem spielen",

  // Analyse
  analysisLead: "Beide Seiten ziehen. Varianten bleiben erhalten.", showValues: "Werte zeigen", valuesLead: "Was ist jeder Zug wert? Werte einschalten, um es zu sehen.", adviceLater: "Hier spielen Menschen gegeneinander: Rat gibt es nach dem Spiel.",
  expected: "Zu erwarten:", askPlayers: "Was würden sie spielen?", askThem: "Fragen", playerNumber: "Spieler {n}", nodesCount: ["{nodes} Stellung", "{nodes} Stellungen"],
  positionText: "Stellung als Text", editPosition: "Stellung bearbeiten …", editLead: "Wähle eine Figur und tippe auf Felder, oder ziehe Figuren aufs Brett und vom Brett; oder ändere den Text.", supply: "Figuren zum Aufstellen", takeAway: "Wegnehmen", clearBoard: "Brett leeren", startPosition: "Ausgangsstellung", whoMoves: "Wer am Zug ist", analyseThis: "Untersuchen", thinkingHint: "Denkt über einen Tipp nach …",

  // Rückblick
  nothingToReview: "Noch nichts zum Zurückblicken.", reviewLead: "Jeder Zug bisher, verglichen mit dem besten.", reviewNow: "Auf das Spiel bisher zurückblicken", reviewing: "Geht das Spiel durch …",
  bySearch: "Die Werte kommen hier aus einer Suche und können irren.", mistakes: ["{count} Zug, den man noch einmal versuchen kann", "{count} Züge, die man noch einmal versuchen kann"], noMistakes: "Keine Fehler.",
  insteadOf: "statt", whyMistake: "Warum?", refutation: "So geht es weiter:", better: "Besser:", tryAgain: "Noch einmal versuchen", tryAgainAt: "Noch einmal versuchen statt {move}", graphWords: "{first} oben, {second} unten: die Aussichten nach jedem Zug",
  findBetter: "{who} spielte {move}. Finde etwas Besseres.", right: "Richtig:", notBest: "{move} {value}; es gibt Besseres.", tryAnother: "Versuche einen anderen Zug.",
  criticalMoves: "{found} von {critical} kritischen Zügen gefunden", accuracy: "Genauigkeit {percent}\u00a0%", gaveAway: "insgesamt {percent}\u00a0% verschenkt", luck: "Glück {percent}\u00a0%",
  gaveAwayPoints: "insgesamt {points} Punkte verschenkt", luckPoints: "Glück {points} Punkte",
  label_blunder: "ein grober Fehler", label_missed_win: "lässt den Gewinn aus", label_losing_move: "verschenkt das Remis", label_mistake: "ein Fehler", label_inaccuracy: "ungenau", label_missed_quick_win: "lässt einen schnellen Gewinn aus", label_gave_up_resistance: "gibt den Widerstand auf", label_unclear: "sieht schlechter aus",

  // Lernen
  noRules: "Wer dieses Spiel geschrieben hat, hat seine Regeln nicht in Worte gefasst.", howToMove: "Wie man zieht", touchToMove: "antippen, was ziehen soll", whyLast: "War der letzte Zug gut?", trainThis: "Mehr über dieses Spiel",
  moveOf: "Zug {at} von {count}", playEasy: "Gegen Leicht versuchen",

  // Üben
  training: "Aufgaben", trainingLead: "Stellungen mit einer Frage; was gelöst ist, kommt wieder, bevor es vergessen ist.", toPuzzles: "Aufgaben zu diesem Spiel", allGames: "Alle Spiele", ownMistakes: "Deine eigenen Fehler", showAnswer: "Lösung zeigen", nextPuzzle: "Nächste", skipPuzzle: "Eine andere", findingPuzzle: "Sucht eine Aufgabe …", searchingMistakes: "Sucht nach Fehlern in deinen Spielen …",
  grade_1: "sehr leicht", grade_2: "leicht", grade_3: "mittel", grade_4: "schwer", grade_5: "sehr schwer", fromYourGame: "aus deinem eigenen Spiel", notThat: "Das nicht.", solved: "Gelöst.", rightSoFar: "So weit richtig. Die Antwort ist {reply}; weiter.",
  yourProgress: "Dein Fortschritt", triedCount: ["{count} Aufgabe bisher, {percent}\u00a0% auf Anhieb richtig.", "{count} Aufgaben bisher, {percent}\u00a0% auf Anhieb richtig."], noTries: "Noch keine Aufgaben.", dueCount: ["{count} ist wieder fällig.", "{count} sind wieder fällig."], dayWords: "{day}: {tries} versucht, {good} auf Anhieb richtig",
  playedBefore: ["in deinen Spielen {count} mal gespielt", "in deinen Spielen {count} mal gespielt"], howItWent: ", {percent}\u00a0% der Punkte",

  // Neue Spiele
  swap: "⇅ Seiten tauschen", personHelp: "Du, oder jemand an diesem Bildschirm.", positionHelp: "Wo es beginnt, wenn nicht am Anfang, als Text.", seedHelp: "Eine Zahl, die dieselben Würfe und Antworten noch einmal gibt.", moreOptionsCount: ["{count} weitere Option", "{count} weitere Optionen"],
  noClock: "Keine", clockPlain: ["{minutes} Minute für jeden", "{minutes} Minuten für jeden"], clockPlus: "{minutes} min + {more} s je Zug",

  // Freunde
  makeInvitation: "Link erzeugen", invitation: "Einladung", waitingForFriend: "Warten auf dein Gegenüber", sendLink: "Diesen Link schicken. Wer ihn zuerst öffnet, spielt die andere Seite; andere schauen zu.",
  friendLocal: "Dieser Server ist nur von diesem Rechner aus erreichbar: Der Link geht hier in einem anderen Browser. Mit kibitz web --host ADRESSE dürfen andere Rechner dazu.",
  friendOpen: "Andere Rechner erreichen diesen Server. Was gesendet wird, ist nicht verschlüsselt, und wer den Link hat, kann kommen.",

  // Teilen
  linkWhole: "Das ganze Spiel in einem Link", linkWholeLocal: "Wer Kibitz laufen hat, kann ihn auf dem eigenen Rechner öffnen, mit derselben Portnummer.", linkWholeOpen: "Das Spiel selbst steckt im Link; er braucht nichts, was hier liegt.",
  linkReview: "Die Durchsicht in einem Link", linkReviewNote: "Öffnet sich mit Fehlern und Lehren.", linkPosition: "Diese Stellung in einem Link", linkPositionNote: "Ein Analysebrett, ohne die Züge davor.", embedBoard: "Das Brett auf einer eigenen Seite", embedNote: "docs/embed.md beschreibt die Nachrichten, die der Rahmen versteht und sendet.", sharePuzzle: "Link zu dieser Aufgabe kopieren",
  linkPlaceBrowser: "Geht nur in diesem Browser; der Link darüber enthält die ganze Partie.",
  linkPlace: "Diese Stelle dieses Spiels", linkPlaceLocal: "Geht nur auf diesem Rechner.", linkPlaceOpen: "Geht für alle, die diesen Server erreichen.", saveRecord: "Aufzeichnung speichern", copyRecord: "Aufzeichnung kopieren", asSvg: "Bild (SVG)", asPng: "Bild (PNG)",

  // Gespeicherte Spiele
  noSaved: "Noch keine gespeicherten Spiele. Jedes Spiel bleibt hier erhalten.", goesOn: "läuft noch", openRecord: "Eine Aufzeichnung öffnen", recordText: "Die Aufzeichnung als Text", pasteHere: "[Game \"…\"] …", openText: "Den Text öffnen", openAnyway: "Trotzdem öffnen?", openFile: "Aus einer Datei …",

  // Erforschen und Suchen
  exploreLong: "Irgendwo beginnen, beide Seiten ziehen, abzweigen und sehen, was jeder Zug wert ist.", searchLead: "Suchen bis zur selben Tiefe finden denselben Wert. Verschieden ist die Arbeit, und warum so viel davon wegfallen kann.",
  onPosition: "In der Stellung", treeTitle: "Der Baum, den eine Suche besucht", whoSearches: "Wer sucht", depth: "Tiefe", showTree: "Baum zeigen", compareTitle: "Was Suchen brauchen", compareLead: "Besuchte Stellungen, Tiefe für Tiefe.",
  upToDepth: "Bis Tiefe", compare: "Vergleichen", comparing: "Vergleicht …", compareNote: "Abschneidungen und Zeit sind die der letzten Tiefe. Eine Suche, die mehr als zwei Sekunden bräuchte, geht nicht tiefer.", valuesAgree: "Alle finden dieselben Werte.", valuesDiffer: "Nicht alle urteilen gleich, die Werte müssen also nicht übereinstimmen: {who}.", depthN: "Tiefe {n}", cuts: "Abschneidungen", milliseconds: "ms",
  treeLegend: "□ erste Seite am Zug, ○ zweite, ◇ Würfel. [α, β]: was die ziehende Seite schon hat und was die andere nicht zuließe. ≤ höchstens, ≥ mindestens. ✂ nie angesehene Zweige. Werte sind die der ziehenden Seite.",
  treeCounts: ["{nodes} Stellung besucht, {cut} Zweige abgeschnitten.", "{nodes} Stellungen besucht, {cut} Zweige abgeschnitten."], treeWalk: "Durchgehen, um zu sehen, warum.", pliesShown: "Gezeigte Züge", stepOfTree: "Schritt", fromStart: "Von vorn", step: "Schritt", walkThrough: "Durchgehen", theRoot: "die Wurzel",
  walkRoot: "{who} ist am Zug. Noch ist nichts bekannt: Das Fenster ist [{alpha}, {beta}].", walkEnter: "Nach {path} ist {who} am Zug. Nur Werte zwischen {alpha} und {beta} zählen hier.", walkChance: "Nach {path} wird gewürfelt: Die Würfe werden einer nach dem anderen angesehen.",
  walkLeaf: "{path} ist so weit, wie wir schauen: Geschätzt wird {value} für {who}.", walkEnd: "{path} beendet das Spiel: {value} für {who}.", walkTable: "{path} war schon da: {value}.",
  walkRaise: "Bei {path} kann {who} durch {move} {alpha} haben: Das ist die neue untere Grenze.", walkCut: "Schnitt: {who} bekommt hier {value}, aber {other} hat mit {move} schon etwas Besseres und lässt {path} nie zu. {count} weitere braucht niemand anzusehen.",
  walkCutWindow: "Schnitt: {value} ist schon mehr als {beta}, und nach mehr war nicht gefragt. {count} weitere braucht niemand anzusehen.", walkCutChance: "Schnitt: Was die {count} übrigen Würfe auch bringen, der Durchschnitt bleibt außerhalb des Fensters.", walkLeave: "{path} ist fertig: {value} für {who}.", atMost: "höchstens", atLeast: "mindestens",

  // Lösen
  solve: "Lösen …", solveTitle: "{title} lösen", solveLead: "Rechnet jede Stellung des ganzen Spiels aus und behält die Tabelle. Es lässt sich anhalten und fortsetzen.", solveOneByOne: "Seine Stellungen werden einzeln ausgerechnet: schalte die Werte ein.", solving: "Löst", solveOn: "Weiter", solve_running: "Löst", solve_done: "Fertig", solve_stopped: "Angehalten", solve_failed: "Ließ sich nicht lösen",

  // Eigene Spiele
  ownLead: "Ein Spiel ist eine Python-Datei. Alles hier spielt es: das Brett, die Computer, Werte, Lösen.", noOwn: "Kein eigenes Spiel ist geladen.", ownHow: "Wie man eines schreibt", ownFour: "Vier Methoden sind ein Spiel. Eine Stellung ist irgendein Wert, der sich nicht ändert, etwa ein Tupel; ein Zug auch.",
  ownStart: "Prüfen, dann hierher bringen:", ownMore: "Ein Spiel kann auch sagen, wie es gezeichnet wird, wer am Zug ist, was Würfel tun und wie gut eine Stellung aussieht; docs/own-games.md im Projekt zählt alles auf.", ownSafe: "Sein Code läuft in einem eigenen Prozess: Hängt er oder scheitert er, stehen nur seine eigenen Spiele.",

  // Tasten
  keySteps: "durch das Spiel gehen", keyEnds: "zu seinem Anfang und Ende", keyWalk: "zum Brett, und darauf gehen", keyEnter: "spielen oder aufnehmen", keyEscape: "loslassen", keyDraw: "Pfeile und Ringe zeichnen", rightDrag: "rechte Maustaste", keyDigits: "eine Spalte, oder eine Zahl für das Feld",
};

export default texts;
