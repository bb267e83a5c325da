package io.twophase.domain.machine;

/**
 * Which cell of a world holds what. Of each record and member there are two: what the primary has,
 * and what a majority has.
 */
final class Layout {

  /** The promise that is broken. */
  static final int BROKEN = 0;

  /** The faults that may still come. */
  static final int BUDGET = 1;

  /** What is decided. */
  static final int GHOST = 2;

  /** What was answered of each transaction. */
  static final int TOLD = 3;

  /** The messages that nobody waits for. */
  static final int LATE = 4;

  /** What the reader has read. */
  static final int READER = 5;

  /** How far a pass of retention is. */
  static final int PASS = 6;

  private static final int FIRST = 7;

  private final int targets;
  private final int batches;
  private final int members;
  private final int actors;

  Layout(Scene scene) {
    targets = scene.targets.length();
    batches = scene.batches.size();
    members = scene.ops.size();
    actors = scene.roles.size();
  }

  int width() {
    return actor(actors);
  }

  int target(int at) {
    return FIRST + at;
  }

  /** A record of several. */
  int record(int batch) {
    return FIRST + targets + 2 * batch;
  }

  /** The document under a transaction's id. */
  int member(int at) {
    return record(batches) + 2 * at;
  }

  /** The document of any record: of a transaction alone, its own. */
  int any(int record) {
    return record < batches ? record(record) : member(record - batches);
  }

  /** What a majority has, of a cell of a record or a member. */
  static int kept(int cell) {
    return cell + 1;
  }

  /** What was there when a record's range was placed, or looked at. */
  int room(int record, int target) {
    return member(members) + record * targets + target;
  }

  int actor(int at) {
    return room(batches + members, 0) + at;
  }
}
