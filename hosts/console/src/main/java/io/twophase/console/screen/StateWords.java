package io.twophase.console.screen;

import io.twophase.domain.transaction.State;

/** States in words: what each means to an operator. */
final class StateWords {

  private StateWords() {}

  /** A state, as it is for the accounts and documents. */
  static String meaning(State state) {
    return switch (state) {
      case INITIAL -> "It was submitted. Nobody works on it yet, and nothing is held.";
      case PENDING ->
          "It is not decided. Its owner holds what it touches, or is about to. No balance and no"
              + " document has changed.";
      case AUTHORIZED ->
          "All of it is held, and it waits to be captured or voided. No balance and no document"
              + " has changed.";
      case APPLIED ->
          "It is decided: it happens, and nobody can cancel it any more. Some of it may not be"
              + " settled yet.";
      case DONE -> "It has happened, all of it.";
      case CANCELING ->
          "It is decided: it does not happen. Some of what it holds may not be given back yet.";
      case CANCELED -> "It has not happened, and it holds nothing.";
    };
  }
}
