package io.twophase.domain.explorer.batch;

/**
 * Which cell of a world holds what. Of each record and transfer there are two: what the primary
 * has, and what a majority has.
 */
final class Layout {

  /** The promise that is broken. */
  static final int BROKEN = 0;

  /** The faults that may still come. */
  static final int BUDGET = 1;

  /** What is decided. */
  static final int GHOST = 2;

  /** What was answered of each transfer. */
  static final int TOLD = 3;

  /** The messages that nobody waits for. */
  static final int LATE = 4;

  private static final int FIRST = 5;

  private final int accounts;
  private final int batches;
  private final int transfers;
  private final int actors;

  Layout(Scene scene) {
    accounts = scene.accounts().size();
    batches = scene.batches().size();
    transfers = scene.transfers().size();
    actors = scene.roles().size();
  }

  int width() {
    return actor(actors);
  }

  int account(int at) {
    return FIRST + at;
  }

  int record(int batch) {
    return FIRST + accounts + 2 * batch;
  }

  int keptRecord(int batch) {
    return record(batch) + 1;
  }

  int transfer(int at) {
    return record(batches) + 2 * at;
  }

  int keptTransfer(int at) {
    return transfer(at) + 1;
  }

  /** The bounds of an account when a batch's hold was placed. */
  int room(int batch, int account) {
    return transfer(transfers) + batch * accounts + account;
  }

  int actor(int at) {
    return room(batches, 0) + at;
  }
}
