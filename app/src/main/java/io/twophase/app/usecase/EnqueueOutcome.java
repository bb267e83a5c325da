package io.twophase.app.usecase;

/** What became of a transfer that was to be stored for any process to run. */
public sealed interface EnqueueOutcome {

  /** It is stored, by this call or before, and somebody may be at it already. */
  record Enqueued() implements EnqueueOutcome {}

  /** It makes no transaction, or its id is another's. Nothing was stored. */
  record Refused(Refusal refusal) implements EnqueueOutcome {}

  /**
   * Nothing was sent to the store, since these transfers were closed.
   *
   * @param why what kept it from being asked
   */
  record NotAsked(String why) implements EnqueueOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements EnqueueOutcome {}
}
