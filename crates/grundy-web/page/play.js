/** The view of a game in progress: whose turn it is, playing moves and taking them back. Other modules draw its panels. @module */

import { describeGame } from "./api.js";
import { loadBoard } from "./boards/index.js";
import { byId, fill, h } from "./dom.js";
import { toApiError, toSentence } from "./error.js";
import { drawHeadline, getPlayTitle } from "./headline.js";
import { drawHistory } from "./history.js";
import { LESSONS, drawLesson } from "./nim-lessons.js";
import { findBestMove } from "./moves.js";
import { drawNotes } from "./notes.js";
import { drawPosition } from "./position.js";
import { findEntry } from "./games.js";
import { findFirstPosition } from "./start.js";
import { Session } from "./session.js";
import { toLetter } from "./scene.js";
import { describePosition, getHumanPlayer, getPlayerNames, isDrawByRepetition } from "./verdict.js";
import { drawWhy } from "./why.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./error.js").ApiError} ApiError */
/** @typedef {import("./main.js").Page} Page */
/** @typedef {import("./state.js").State} State */

/** The delay between two moves of a line that is played step by step, in milliseconds. */
const LINE_DELAY = 900;
/** The delay of the computer's move, in milliseconds, so that a person can follow the game. */
const REPLY_DELAY = 450;

/** The view of a game in progress. */
export class Play {
  /**
   * @param {State} state changed during the game
   * @param {Entry[]} entries
   * @param {Page} page
   * @param {string} rulesName the name of the game of a rules file, or ""
   */
  constructor(state, entries, page, rulesName) {
    this.state = state;
    this.entries = entries;
    this.page = page;
    this.rulesName = rulesName;
    /** @type {Session | null} */
    this.session = null;
    /** The hint that is shown: 0 none, 1 a hint, 2 the move as well. */
    this.hintLevel = 0;
    /** @type {ApiError | null} */
    this.error = null;
    /** The rules with the numbers of the game. */
    this.rules = "";
    this.isThinking = false;
    /** Whether the line of best play is played step by step. */
    this.isDemonstrating = false;
    this.isClosed = false;
    /** The position that was drawn last, and the time when the motion of its pieces began. */
    this.drawn = "";
    this.motionStart = -Infinity;
    /** The position in which a move is being selected, and what is selected of it. */
    this.selecting = { position: "", at: -1, selection: new Map() };
    /** The number of the last request for a computer's move. Answers to earlier requests are ignored. */
    this.replyId = 0;
    /** The current request for a computer's move. @type {AbortController | null} */
    this.replyRequest = null;
    this.seed = Math.floor(Math.random() * 2 ** 31);
    const names = /** @type {const} */ (["lesson", "verdict", "board", "notes", "history", "moves", "line", "why", "setup", "display-settings"]);
    /** @type {Record<typeof names[number], HTMLElement>} */
    this.panels = /** @type {any} */ ({});
    for (const name of names) this.panels[name] = h("section", { class: name });
    this.panels.board.tabIndex = -1;
    this.panels.board.setAttribute("aria-label", "position");
    this.chooser = h("details", { class: "chooser" });
    const { lesson, verdict, board, notes, history, moves, line, why, setup, "display-settings": settings } = this.panels;
    byId("view").replaceChildren(
      this.chooser,
      lesson,
      h("div", { class: "play-layout" }, h("div", {}, verdict, board, notes, history, why, setup, line), h("div", {}, settings, moves)),
    );
  }

  /** Loads the game and plays the moves of the link. */
  async start() {
    const { state } = this;
    const lesson = LESSONS[state.lesson - 1];
    if (lesson && !state.position) Object.assign(state, { game: "nim", position: lesson.position, first: lesson.first });
    if (!lesson) state.lesson = 0;
    this.page.setTitle(getPlayTitle(this));
    drawLesson(this);
    // The headline is drawn when the rules are there, because rules that arrive later would move the board.
    const headline = this.loadRules().then((rules) => {
      this.rules = rules;
      if (!this.isClosed) drawHeadline(this);
    });
    if (!state.position && !state.rules) {
      const position = await findFirstPosition(state.game, this.entries);
      if (this.isClosed) return;
      state.position ||= position;
    }
    this.drawChooser();
    try {
      const game = { game: state.game, misere: state.misere, set: state.set };
      const [session] = await Promise.all([Session.start(game, state.position, state.line, (answer) => this.showValue(answer)), loadBoard(state.game).catch(() => null), headline]);
      if (this.isClosed) session.loader.stop();
      if (this.isClosed) return;
      if (state.at < session.moves.length) session.at = state.at;
      this.session = session;
      this.error = session.error;
      if (session.now.picture !== null) void import("./preview.js").then(({ listenForPreviews }) => listenForPreviews(this));
    } catch (error) {
      if (this.isClosed) return;
      this.showError(error);
      this.chooser.open = true;
    }
    this.draw();
    performance.mark("playable");
    if (this.session) this.page.announce(describePosition(this.session, state));
    this.session?.requestValue();
    await this.replyIfNeeded();
  }

  /** Loads the rules of a game of the catalogue. */
  async loadRules() {
    const { state } = this;
    const entry = state.rules ? undefined : findEntry(this.entries, state.game);
    if (!entry || state.game === entry.name || state.game === entry.example.game) return entry?.rules_of_example ?? "";
    // If the parameters are wrong, the request for the position reports the error.
    return describeGame(state.game).then(({ rules_of_example: rules }) => rules, () => entry.rules);
  }

  /**
   * Draws the value of a position that has arrived after its moves.
   * @param {Answer} answer
   */
  showValue(answer) {
    const { session } = this;
    if (!session || this.isClosed) return;
    this.draw();
    if (answer === session.now && !this.isThinking) this.page.announce(describePosition(session, this.state));
    if (!answer.error) session.requestValue();
  }

  /** Stops the game, because another view opens. */
  close() {
    this.isClosed = true;
    this.isDemonstrating = false;
    this.stopReply();
    this.session?.loader.stop();
  }

  /** Ends the request for a computer's move. */
  stopReply() {
    this.replyId++;
    this.replyRequest?.abort();
    this.replyRequest = null;
    this.isThinking = false;
  }

  /** @param {unknown} error */
  showError(error) {
    this.error = toApiError(error);
    this.page.announce(toSentence(this.error.message));
  }

  get isComputerTurn() {
    return this.state.against === "computer" && this.session !== null && this.session.mover !== getHumanPlayer(this.state);
  }

  /** Whether the game has ended at the position on the board. */
  get isGameOver() {
    return this.session !== null && (this.session.isOver || isDrawByRepetition(this.session, this.state));
  }

  /** The skill for the computer's next move: 1 after it has come back to a position since the person's last turn, because it may have missed a win. */
  get replySkill() {
    const { session, state } = this;
    return session?.countReturns() ? 1 : state.skill;
  }

  /** Whether a hint can be shown now. */
  get hasHint() {
    return this.session !== null && !this.session.isOver && !this.isThinking && !this.isComputerTurn;
  }

  /** @param {Move} move */
  async play(move) {
    const { session } = this;
    if (!session || this.isThinking || this.isGameOver) return;
    this.isDemonstrating = false;
    this.hintLevel = 0;
    this.error = null;
    const player = getPlayerNames(this.state, session)[session.mover] ?? "";
    try {
      if (!(await session.play(move)) || this.isClosed) return;
    } catch (error) {
      if (this.isClosed) return;
      this.showError(error);
      return this.draw();
    }
    this.stopReply();
    session.requestValue();
    this.save();
    this.draw();
    this.page.announce(`${player}: ${move.move}. ${describePosition(session, this.state)}`);
    await this.replyIfNeeded();
  }

  /** Plays the computer's move if it is the computer's turn. */
  async replyIfNeeded() {
    const { session } = this;
    if (!session || !this.isComputerTurn || this.isGameOver || !session.isLatest || this.error || this.isDemonstrating) return;
    this.stopReply();
    const id = this.replyId;
    const request = (this.replyRequest = new AbortController());
    this.isThinking = true;
    this.draw();
    try {
      const [move] = await Promise.all([
        session.requestReply(this.replySkill, this.seed + session.at, request.signal),
        new Promise((resolve) => setTimeout(resolve, REPLY_DELAY)),
      ]);
      if (id !== this.replyId) return;
      this.isThinking = false;
      await this.play(move);
    } catch (error) {
      if (id !== this.replyId) return;
      this.isThinking = false;
      this.showError(error);
      this.draw();
    }
  }

  /** Plays the line of best play for both players, one move after another, until it ends or is stopped. */
  async demonstrate() {
    const { session } = this;
    const line = session?.now.line ?? [];
    if (!session || this.isDemonstrating || !line.length) return;
    this.stopReply();
    this.hintLevel = 0;
    this.isDemonstrating = true;
    try {
      for (const text of line) {
        const move = session.now.moves.find((each) => each.move === text);
        if (!move || !(await session.play(move)) || this.isClosed) break;
        this.save();
        this.draw();
        this.page.announce(`${move.move}. ${describePosition(session, this.state)}`);
        await new Promise((resolve) => setTimeout(resolve, LINE_DELAY));
        if (!this.isDemonstrating) return;
      }
    } catch (error) {
      if (!this.isClosed) this.showError(error);
    }
    this.stopDemonstration();
  }

  /** Ends the line that is played step by step. The game goes on from the position on the board. */
  stopDemonstration() {
    this.isDemonstrating = false;
    if (this.isClosed) return;
    this.draw();
    this.session?.requestValue();
    void this.replyIfNeeded();
  }

  /**
   * Shows the position after the first `at` moves.
   * @param {number} at
   */
  goTo(at) {
    const { session } = this;
    this.isDemonstrating = false;
    if (!session || at < 0 || at > session.moves.length || at === session.at) return;
    this.stopReply();
    this.hintLevel = 0;
    this.error = null;
    session.at = at;
    if (session.now.error) session.now.isSolving = true;
    session.requestValue();
    this.save();
    this.draw();
    this.page.announce(`${at ? `After move ${at}` : "Start"}: ${session.now.position}. ${describePosition(session, this.state)}`);
  }

  /** The index of the last move on the board that a person made; below 0 if there is none. */
  get lastOwnMove() {
    const { session, state } = this;
    let at = session ? session.at - 1 : -1;
    while (state.against === "computer" && at >= 0 && session?.movers[at] !== getHumanPlayer(state)) at--;
    return at;
  }

  undo() {
    this.goTo(this.lastOwnMove);
  }

  /** Lets the computer move in the position on the board. The moves after it are removed. */
  moveComputer() {
    this.error = null;
    this.session?.removeLaterMoves();
    void this.replyIfNeeded();
  }

  /** Shows a hint; after that, the move. */
  showHint() {
    if (!this.hasHint) return;
    this.hintLevel = Math.min(2, this.hintLevel + 1);
    this.draw();
    const hints = [...this.panels.notes.querySelectorAll(".hint")];
    this.page.announce(hints.map((hint) => hint.textContent).join(" "));
  }

  /** Plays the best move for the player to move, if one is proved to be better than the others. */
  playBest() {
    const move = this.session && findBestMove(this.session.now);
    if (move) void this.play(move);
    else if (this.session && !this.isGameOver) this.page.announce("The best move is not known.");
  }

  /** Whether a digit chooses a move: a column, from 1 at the left. */
  get hasColumns() {
    return !this.state.rules && findEntry(this.entries, this.state.game)?.column_moves === true;
  }

  /** Plays a column, if it is the turn of a person. @param {number} column from 1 at the left */
  playColumn(column) {
    if (this.isComputerTurn) return;
    const move = this.session?.now.moves.find(({ move }) => move === toLetter(column - 1));
    if (move) void this.play(move);
  }

  /** @param {"values" | "remoteness"} name */
  toggle(name) {
    // The number of moves is shown only beside the values.
    if (name === "remoteness" && !this.state.values) return;
    this.state[name] = !this.state[name];
    this.save();
    this.draw();
    const subject = name === "values" ? "The values are" : "The number of moves is";
    this.page.announce(`${subject} ${this.state[name] ? "shown" : "hidden"}. ${this.session ? describePosition(this.session, this.state) : ""}`);
  }

  /** Writes the moves to the address. */
  save() {
    const { session, state } = this;
    if (session) {
      state.line = session.moves.map((move) => move.move);
      state.at = session.at;
    }
    this.page.save();
  }

  /**
   * Returns what is selected in the position on the board.
   * @param {string} position
   */
  selectAt(position) {
    const at = this.session?.at ?? 0;
    if (this.selecting.position !== position || this.selecting.at !== at) this.selecting = { position, at, selection: new Map() };
    return this.selecting.selection;
  }

  drawChooser() {
    const form = h("div", {});
    // The form is loaded when it is opened.
    const load = async () => {
      if (!this.chooser.open || form.firstChild) return;
      const { createChooser } = await import("./chooser.js");
      if (!form.firstChild) form.append(createChooser(this.state, this.entries, (change) => this.page.navigate(change)));
    };
    this.chooser.ontoggle = () => void load();
    fill(this.chooser, [h("summary", {}, "Change the game"), form]);
    void load();
  }

  draw() {
    if (this.isClosed) return;
    drawLesson(this);
    drawHeadline(this);
    drawPosition(this);
    drawNotes(this);
    drawHistory(this);
    drawWhy(this);
    this.drawSetup();
    this.drawDisplaySettings();
  }

  /** Draws the panel to set up and share a position, whose content is loaded and follows the board when it is open. */
  drawSetup() {
    const { setup } = this.panels;
    if (!setup.firstChild) {
      const details = h("details", { ontoggle: () => this.drawSetup() }, h("summary", {}, "Set up a position, or share this one"), h("div", { class: "setup-content" }));
      setup.append(details);
    }
    const details = setup.querySelector("details");
    const content = setup.querySelector(".setup-content");
    const position = this.session?.now.position ?? "";
    setup.hidden = !this.session;
    if (!details?.open || !(content instanceof HTMLElement) || content.dataset.position === position) return;
    content.dataset.position = position;
    void import("./setup.js").then(({ createSetup }) => content.replaceChildren(...createSetup(this)));
  }

  drawDisplaySettings() {
    const { state } = this;
    /** @param {"values" | "remoteness"} name @param {string} text */
    const createCheckbox = (name, text) => h("label", { class: "checkbox" },
      h("input", { type: "checkbox", checked: state[name], "data-key": name, disabled: name === "remoteness" && !state.values, onchange: () => this.toggle(name) }), text);
    fill(this.panels["display-settings"], [createCheckbox("values", "Show values"), createCheckbox("remoteness", "Show the number of moves")]);
  }
}
