package io.twophase.domain.explorer.tutorial;

import io.twophase.domain.transaction.State;

/** What a worker of the tutorial's does next; each is one read or one write, and atomic. */
enum TutorialStep {
  /** Looks for a transaction that is its business. */
  READ,
  /** Step 1: claims it. */
  CLAIM,
  /** Step 2, on the source. */
  APPLY_TO_SOURCE,
  /** Step 2, on the destination. */
  APPLY_TO_DESTINATION,
  /** Step 3. */
  SET_APPLIED,
  /** Step 4, on the source. */
  PULL_FROM_SOURCE,
  /** Step 4, on the destination. */
  PULL_FROM_DESTINATION,
  /** Step 5. */
  SET_DONE,
  /** Cancel: first the state. */
  SET_CANCELING,
  /** Cancel: then the destination. */
  UNDO_ON_DESTINATION,
  /** Cancel: then the source. */
  UNDO_ON_SOURCE,
  /** Cancel: the end. */
  SET_CANCELED,
  /** It has ended. */
  NOTHING;

  /** What follows where the write took effect, or where its effect is not asked for. */
  TutorialStep then() {
    return switch (this) {
      case READ, NOTHING -> this;
      case CLAIM -> APPLY_TO_SOURCE;
      case APPLY_TO_SOURCE -> APPLY_TO_DESTINATION;
      case APPLY_TO_DESTINATION -> SET_APPLIED;
      case SET_APPLIED -> PULL_FROM_SOURCE;
      case PULL_FROM_SOURCE -> PULL_FROM_DESTINATION;
      case PULL_FROM_DESTINATION -> SET_DONE;
      case SET_CANCELING -> UNDO_ON_DESTINATION;
      case UNDO_ON_DESTINATION -> UNDO_ON_SOURCE;
      case UNDO_ON_SOURCE -> SET_CANCELED;
      case SET_DONE, SET_CANCELED -> NOTHING;
    };
  }

  /** Who does what on finding a transaction in {@code state}; nothing, where it looks on. */
  static TutorialStep on(TutorialRole role, State state) {
    return switch (role) {
      case OWNER -> state == State.INITIAL ? CLAIM : NOTHING;
      case RECOVERER ->
          switch (state) {
            case PENDING -> APPLY_TO_SOURCE;
            case APPLIED -> PULL_FROM_SOURCE;
            case INITIAL, AUTHORIZED, DONE, CANCELING, CANCELED -> NOTHING;
          };
      case CANCELLER -> state == State.PENDING ? SET_CANCELING : NOTHING;
    };
  }
}
