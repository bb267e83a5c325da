package io.twophase.domain.machine;

import java.util.List;
import java.util.stream.Stream;

/**
 * A rule of the protocol that is left out, to see what then goes wrong. Each names the scenes in
 * which that is found, and how long the shortest run is. A flaw stands here for a rule of its own,
 * or lets the judge say something that no other does; mutation tests plant faults of single
 * methods.
 */
enum Flaw {
  NONE,
  /** Decides when the first hold is acknowledged, as if all were. */
  DECIDES_WITHOUT_ALL_HOLDS("single 3", "opposite 3", "captured 5"),
  /** Decides for a member of which only some claims have answered. */
  DECIDES_WITH_SOME_CLAIMS("left 7"),
  /** Takes itself for the owner, whatever came of its take-over. */
  OWNS_WITHOUT_A_MATCH("single 10"),
  /** A settle takes a hold of any epoch. */
  SETTLES_AT_ANY_EPOCH("sums 14"),
  /** A hold without an answer is sent again in the same epoch. */
  HOLDS_AGAIN_IN_THE_SAME_EPOCH("removed 9", "most_grows 7"),
  /** The client library sends a hold again by itself. */
  REPEATS_HOLDS("plain 6"),
  /** Withdraws its holds while they can still be decided. */
  WITHDRAWS_WHAT_IS_ALIVE("single 6"),
  /** Finishes when the first settle is acknowledged. */
  FINISHES_EARLY("single 6", "most_back 7", "captured 8"),
  /** Takes any answer to a hold for one that says that it is placed. */
  COUNTS_NOTHING("common 6", "single 8", "skew 6"),
  /** Raises a hold of any older epoch, not the one that was read. */
  STAMPS_ANY_HOLD("seen_late 17"),
  /** Acknowledges any hold under the id at the epoch. */
  ACKNOWLEDGES_BY_ID_AND_EPOCH("foreign 4"),
  /** Nobody withdraws a hold of an epoch that is over. */
  LEAVES_OLD_EPOCHS("late_order2 12"),
  /** A hold without a record is withdrawn, and no tombstone is inserted. */
  WITHDRAWS_WITHOUT_A_TOMBSTONE("stale 4"),
  /** An end gives nothing back. */
  FORGETS_TO_GIVE_BACK("single 5"),
  /** A document that others hold refuses by what is stored of it. */
  REFUSES_WHAT_IS_BUSY("reinsert 5"),
  /** A check holds nothing. */
  LOOKS_ONLY("skew 8", "skew_many 10", "status 6"),
  /** A check keeps money from moving. */
  KEEPS_ADDITIONS_OUT("checked 6"),
  /** A removal is settled by a delete that asks nothing. */
  DELETES_BARELY("removed 10"),
  /** Workers wait in any order, and keep what they hold. */
  WAITS_IN_ANY_ORDER("ring 6"),
  /** Members share a record that touch what another claims. */
  SHARES_ANYTHING("together 4", "together_check 4", "together_guards 4"),
  /** Members are seen that a majority does not have. */
  SEES_MEMBERS_OF_ONE_SERVER("forget 5"),
  /** Another transaction under a member's id counts as the member. */
  TAKES_FOREIGN_BODIES("id_taken 6"),
  /** The run does not look at the ranges. */
  RUNS_WITHOUT_RANGES("sums 5", "paid 3"),
  /** Settles what is named, not what is applied. */
  SETTLES_WHAT_IS_LISTED("alone 7", "refused 6", "sums 6"),
  /** The decision does not name the exclusions. */
  DECIDES_WITHOUT_EXCLUSIONS("cancel 7"),
  /** A left-out member is taken before its record has ended. */
  TAKES_BEFORE_DONE("alone 7"),
  /** A member is taken whatever record it names by now. */
  TAKES_WHATEVER_IT_NAMES("asks2 19"),
  /** An absent record is taken for a dead one. */
  TAKES_WITHOUT_A_TOMBSTONE("asks 7"),
  /** What is left out is answered as refused. */
  ANSWERS_FOR_WHAT_IS_LEFT_OUT("left 8"),
  /** A record is removed before its members. */
  REMOVES_RECORDS_FIRST("retain2 17", "receipt_batch 16"),
  /** It removes while a begin of the same ids may be under way. */
  REMOVES_AT_ANY_TIME("retain2 11"),
  /** The insert of the record is acknowledged by one server. */
  BEGINS_RECORDS_ON_ONE_SERVER("forget_own 6", "forget 6"),
  /** The insert of a member is acknowledged by one server. */
  BEGINS_MEMBERS_ON_ONE_SERVER("forget_own 7"),
  /** A refusal is by what is held, not by what was there. */
  REFUSES_BY_WHAT_IS_HELD("back 6"),
  /** Refused for money that a left-out member would bring. */
  REFUSES_BEFORE_MONEY_COMES("pays 8"),
  /** A reduced hold is placed whatever is there by now. */
  HOLDS_LESS_AT_ANY_BOUNDS("reduced 8", "most_grows 10"),
  /** A reduced hold takes all that is there, not only what the run can use of it. */
  HOLDS_ALL_THERE_IS("greedy 8"),

  /** In file order a member goes on that shares a target with one left out before it. */
  IGNORES_THE_ORDER("order 7"),
  /** Less moves although a left-out member would bring more. */
  MOVES_LESS_BEFORE_MONEY_COMES("most_paid 8"),
  /** The record does not say how much there was: all that was asked for is settled. */
  FORGETS_WHAT_THERE_WAS("most 6", "most_grows 6"),
  /** An authorization happens as soon as it is held. */
  HAPPENS_WHEN_HELD("authorized 4"),
  /** Recovery takes over what is authorized, as if it were pending. */
  TAKES_OVER_WHAT_IS_AUTHORIZED("authorized 6"),
  /** What is voided is captured. */
  CAPTURES_WHAT_IS_VOIDED("captured 8"),
  /** What is not approved is captured. */
  CAPTURES_WHAT_IS_NOT_APPROVED("approved 6"),
  /**
   * Who captures believes that all have approved: the decision asks the record, so that is safe.
   */
  BELIEVES_IT_APPROVED,
  /** Retention leaves nothing in the place of a record. */
  REMOVES("twice 9", "receipt_batch 9"),
  /** A receipt is stored over whatever is there by then. */
  OVERWRITES("retired 17"),
  /** A receipt does not say what was asked for. */
  FORGETS_THE_BODY("reused 9"),
  /** A receipt does not keep its id from being begun. */
  KEEPS_NO_ID("twice 10"),
  /** A receipt is shown to nobody. */
  IS_NOT_SHOWN("receipt_cancel 8"),
  /** A receipt goes while somebody may ask again. */
  GOES_EARLY("retired 11"),
  /** An attempt that recovery has canceled counts as refused. */
  TAKES_A_CANCEL_BY_RECOVERY_FOR_FINAL("call_left 6"),
  /** Who finds the id of its attempt taken goes on with the next one. */
  TAKES_A_TAKEN_ID_FOR_A_CONFLICT("call_rival 11"),
  /** Who declines does not look whether the function has happened meanwhile. */
  DECLINES_WITHOUT_A_LOOK("call_once 7"),
  /** What a function only reads is not checked. */
  CHECKS_NOTHING_THAT_IS_ONLY_READ("call_skew 12"),
  /** What a function has not found is not checked. */
  CHECKS_NO_ABSENCE("call_absent 12");

  @SuppressWarnings("ImmutableEnumChecker") // the list is, though its type does not say so
  private final List<Run> runs;

  /**
   * @param runs each as a scene in which the flaw is found, and the steps of the shortest run to it
   */
  Flaw(String... runs) {
    this.runs = Stream.of(runs).map(words -> Run.of(this, words.split(" ", -1))).toList();
  }

  List<Run> runs() {
    return runs;
  }

  /** The flaw is found in a scene, by a run of so many steps. */
  record Run(Flaw flaw, String scene, int steps) {
    private static Run of(Flaw flaw, String[] words) {
      return new Run(flaw, words[0], Integer.parseInt(words[1]));
    }

    @Override
    public String toString() {
      return flaw + " in " + scene;
    }
  }
}
