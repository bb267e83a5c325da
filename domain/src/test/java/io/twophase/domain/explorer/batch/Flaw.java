package io.twophase.domain.explorer.batch;

/** A rule of docs/PROTOCOL.md that is left out, to see what then goes wrong. */
enum Flaw {
  NONE,

  /** Rule 1: decides when the first hold is acknowledged, as if all were. */
  DECIDES_WITHOUT_ALL_HOLDS,
  /** Rule 2: takes itself for the owner, whatever came of its take-over. */
  OWNS_WITHOUT_A_MATCH,
  /** Rule 3: a settle takes a hold of any epoch. */
  SETTLES_AT_ANY_EPOCH,
  /** Rule 4: a hold without an answer is sent again in the same epoch. */
  HOLDS_AGAIN_IN_THE_SAME_EPOCH,
  /** Rule 5: withdraws its holds while they can still be decided. */
  WITHDRAWS_WHAT_IS_ALIVE,
  /** Rule 6: finishes when the first settle is acknowledged. */
  FINISHES_EARLY,
  /** Rule 8: takes any answer to a hold for one that says that it is placed. */
  COUNTS_NOTHING,
  /**
   * Rule 10 and the fence of a stamp: raises a hold of any older epoch, not the one that was read.
   */
  STAMPS_ANY_HOLD,

  /** Rule 16: whatever the batch lists takes part. */
  DECIDES_FOR_WHAT_IT_LISTS,
  /** Rule 16: members are seen that a majority does not have. */
  SEES_MEMBERS_OF_ONE_SERVER,
  /** Rule 16: an owner answers for whatever its batch lists. */
  ANSWERS_FOR_WHAT_IT_LISTS,

  /** Rule 16: another transaction under a member's id says which currency the batch has. */
  TAKES_FOREIGN_BODIES,

  /** Rule 17: the run does not look at the ranges. */
  RUNS_WITHOUT_RANGES,
  /** Rule 17: only what all come to in the end is within the ranges. */
  LOOKS_AT_FINAL_NETS,
  /** Rule 17: sums that pass the end of int64 stop there, and count as if they fitted. */
  STOPS_SUMS_AT_INT64,
  /** Rule 17: who takes over takes the ranges from what the documents say by now. */
  TAKES_RANGES_FROM_DOCUMENTS,

  /** Rule 18: settles what is listed, not what is applied. */
  SETTLES_WHAT_IS_LISTED,
  /**
   * Rule 18: what the hold was is computed from the documents, and no such hold counts as settled.
   */
  COMPUTES_WHAT_IS_HELD,
  /** Rule 18: finishes although the documents of applied members were not seen. */
  FINISHES_WITHOUT_DOCUMENTS,
  /** Rule 18: finishes although the documents of members that do not happen were not seen. */
  FINISHES_WITHOUT_THE_OTHERS,
  /** Rule 18: what is not applied is given back at the decided epoch only. */
  ENDS_ONE_EPOCH,
  /** Rule 18: who cancels says for whom nothing is held, at an epoch that is another's. */
  CANCELS_AT_ANOTHERS_EPOCH,

  /** Rule 19: the decision does not name the exclusions. */
  DECIDES_WITHOUT_EXCLUSIONS,
  /** Rule 19: a member's exclusion is not asked for its state. */
  FORGETS_EXCLUSIONS,

  /** Rule 20: a member is taken while its batch is pending. */
  TAKES_WHAT_IS_PENDING,
  /** Rule 20: a left-out member is taken before its batch is done. */
  TAKES_BEFORE_DONE,
  /** Rule 20: a left-out member is canceled before its batch is done. */
  CANCELS_BEFORE_DONE,
  /** Rule 20: a member is taken whatever batch it names by now. */
  TAKES_WHATEVER_IT_NAMES,
  /** Rule 20: a batch is read that a majority does not have. */
  SEES_BATCHES_OF_ONE_SERVER,
  /** Rule 20: an absent record is taken for a dead one. */
  TAKES_WITHOUT_A_TOMBSTONE,
  /** Rule 20: a tombstone answers for the members that name it. */
  READS_TOMBSTONES_AS_CANCELED,

  /** Rule 21: a record is removed before its members. */
  REMOVES_RECORDS_FIRST,
  /** Rule 21: a record is removed that only one server has as done. */
  REMOVES_WHAT_ONE_SERVER_HAS_DONE,
  /** Rule 21: it removes while a begin of the same ids may be under way. */
  REMOVES_AT_ANY_TIME,
  /** Rule 21: a tombstone is removed while an insert of its batch may be under way. */
  REMOVES_TOMBSTONES_AT_ONCE,
  /** Rule 21: who saw an id taken and finds it gone begins. */
  BEGINS_WHAT_HAS_EXPIRED,

  /** Rule 22: what is left out is answered as refused. */
  ANSWERS_FOR_WHAT_IS_LEFT_OUT,
  /** Rule 22: a refusal is by what is held, not by what was there. */
  REFUSES_BY_WHAT_IS_HELD,
  /** Rule 22: refused for money that a left-out member would bring. */
  REFUSES_BEFORE_MONEY_COMES,
  /** Rule 22: a reduced hold is placed whatever is there by now. */
  HOLDS_LESS_AT_ANY_BOUNDS,

  /** A reduced hold takes all that is there, for members that cannot fit as well. */
  HOLDS_ALL_THERE_IS,
  /** In file order a member goes on that shares an account with one left out before it. */
  IGNORES_THE_ORDER,

  /** The insert of the record is acknowledged by one server, and who finds it gone begins again. */
  BEGINS_RECORDS_ON_ONE_SERVER,
  /** Rule 21: it does not count one who does not know what came of an insert. */
  REMOVES_BESIDE_ONE_IN_DOUBT,
  /** The insert of a member is acknowledged by one server. */
  BEGINS_MEMBERS_ON_ONE_SERVER;

  /** Whether a late message may do something without this rule that it never could with it. */
  boolean revives() {
    return switch (this) {
      case DECIDES_WITHOUT_EXCLUSIONS,
          TAKES_WHATEVER_IT_NAMES,
          REMOVES_RECORDS_FIRST,
          REMOVES_WHAT_ONE_SERVER_HAS_DONE,
          REMOVES_AT_ANY_TIME,
          REMOVES_BESIDE_ONE_IN_DOUBT,
          REMOVES_TOMBSTONES_AT_ONCE,
          BEGINS_RECORDS_ON_ONE_SERVER,
          BEGINS_MEMBERS_ON_ONE_SERVER ->
          true;
      default -> false;
    };
  }
}
