package io.twophase.domain.machine;

import java.util.List;
import java.util.stream.Stream;

/**
 * A rule of the protocol that is left out, to see what then goes wrong. Each names the scenes in
 * which that is found, and how long the shortest run is.
 */
enum Flaw {
  NONE,

  /** Decides when the first hold is acknowledged, as if all were. */
  DECIDES_WITHOUT_ALL_HOLDS("single 3", "opposite 3", "captured 5"),
  /** Decides for a member of which only some claims have answered. */
  DECIDES_WITH_SOME_CLAIMS("left 7"),
  /** Decides with what an older epoch holds, which it has not raised. */
  DECIDES_WITH_OLDER_HOLDS("single 8"),
  /** Takes itself for the owner, whatever came of its take-over. */
  OWNS_WITHOUT_A_MATCH("single 10"),
  /** A settle takes a hold of any epoch. */
  SETTLES_AT_ANY_EPOCH("sums 14", "resurrect2 14 wide"),
  /** A hold without an answer is sent again in the same epoch. */
  HOLDS_AGAIN_IN_THE_SAME_EPOCH("removed 9", "most_grows 7"),
  /** The client library sends a hold again by itself. */
  REPEATS_HOLDS("plain 6"),
  /** Withdraws its holds while they can still be decided. */
  WITHDRAWS_WHAT_IS_ALIVE("single 6"),
  /** Finishes when the first settle is acknowledged. */
  FINISHES_EARLY("single 6", "most_back 7", "captured 8"),
  /** Finishes a cancel when the first release is acknowledged. */
  FINISHES_CANCELS_EARLY("cancel_all 14", "most_back 8"),
  /** Takes a finish without an answer for one that is done. */
  ASSUMES_THAT_IT_IS_FINISHED("single 7"),
  /** Takes any answer to a hold for one that says that it is placed. */
  COUNTS_NOTHING("common 6", "single 8", "skew 6"),
  /** Takes a stamp that matched nothing for one that did. */
  ASSUMES_THAT_STAMPS_MATCH("single 10"),
  /** A read that is old does not show what is to be settled, and counts as its end. */
  TAKES_A_STALE_READ_FOR_A_COUNT("single 7"),
  /** Raises a hold of any older epoch, not the one that was read. */
  STAMPS_ANY_HOLD("seen_late 17"),
  /** Takes any hold under its id for its own. */
  STAMPS_BY_ID("foreign 11"),
  /** Acknowledges any hold under the id at the epoch. */
  ACKNOWLEDGES_BY_ID_AND_EPOCH("foreign 4"),
  /** Nobody withdraws a hold of an epoch that is over. */
  LEAVES_OLD_EPOCHS("late_order2 12"),
  /** A hold without a record is withdrawn, and no tombstone is inserted. */
  WITHDRAWS_WITHOUT_A_TOMBSTONE("stale 4"),
  /** A hold whose record is lost is withdrawn, and no tombstone is inserted: it comes late. */
  BURIES_NOTHING("lost 5"),
  /** A worker that was overtaken leaves its holds. */
  LEAVES_ITS_OWN_HOLDS("tidy2 8"),
  /** An end gives nothing back. */
  FORGETS_TO_GIVE_BACK("single 5"),
  /** A withdrawal is acknowledged, and never done. */
  LOSES_WITHDRAWALS("tidy2 8"),
  /** A finish is never answered. */
  NEVER_FINISHES("common 0"),

  /** What others hold is held too. */
  PLACES_BESIDE_OTHERS("reinsert 4", "common 9"),
  /** A document that others hold refuses by what is stored of it. */
  REFUSES_WHAT_IS_BUSY("reinsert 5"),
  /** A placeholder counts as a document that is missing. */
  TAKES_PLACEHOLDERS_FOR_MISSING("field_gone 5"),
  /** Holds do not name the home of their records. */
  IGNORES_HOMES("homes 3"),
  /** A check holds nothing. */
  LOOKS_ONLY("skew 8", "skew_many 10", "status 6"),
  /** What is checked can be changed. */
  IGNORES_CHECKS("skew 8", "skew_many 10"),
  /** What is checked can be added to. */
  CHECKS_BESIDE_ADDITIONS("field_check 7"),
  /** A check keeps money from moving. */
  KEEPS_ADDITIONS_OUT("checked 6"),
  /** An account that is checked is frozen. */
  STATUS_CHANGES_UNDER_A_CHECK("status 6"),
  /** An insert is settled by an insert. */
  CREATES_AT_SETTLE("resurrect2 10"),
  /** A removal is settled by a delete that asks nothing. */
  DELETES_BARELY("removed 10"),
  /** A release deletes any placeholder. */
  RELEASES_BARELY("placeholders 7"),
  /** Workers wait in any order, and keep what they hold. */
  WAITS_IN_ANY_ORDER("ring 6"),
  /** A worker gives back, and holds again in the same epoch. */
  BACKS_OFF_IN_THE_SAME_EPOCH("opposite 15"),
  /** A record of several waits. */
  WAITS_WITH_SEVERAL("opposite_two 4"),
  /** Members share a record that touch what another claims. */
  SHARES_ANYTHING("together 4", "together_check 4", "together_guards 4"),
  /** A check that several members share serves one of them. */
  SERVES_ONE_BY_A_CHECK("period_fit 4"),

  /** Whatever the record lists takes part. */
  DECIDES_FOR_WHAT_IT_LISTS("shared 8"),
  /** Members are seen that a majority does not have. */
  SEES_MEMBERS_OF_ONE_SERVER("forget 5"),
  /** Another transaction under a member's id counts as the member. */
  TAKES_FOREIGN_BODIES("id_taken 6"),
  /** An owner answers for whatever its record lists. */
  ANSWERS_FOR_WHAT_IT_LISTS("whole_shared 4"),
  /** The run does not look at the ranges. */
  RUNS_WITHOUT_RANGES("sums 5", "paid 3"),
  /** Only what all come to in the end is within the ranges. */
  LOOKS_AT_FINAL_NETS("swap0 6"),
  /** Sums that pass the end of int64 stop there, and count as if they fitted. */
  STOPS_SUMS_AT_INT64("huge 5"),
  /** Who takes over takes the ranges from what the members ask by now. */
  TAKES_RANGES_FROM_DOCUMENTS("most_grows 12", "seen_late 14"),

  /** Settles what is named, not what is applied. */
  SETTLES_WHAT_IS_LISTED("alone 7", "refused 6", "sums 6"),
  /** What does not happen is not given back. */
  KEEPS_WHAT_IS_NOT_APPLIED("refused 7", "left 9"),
  /** What the hold was is computed from the members, and no such hold counts as ended. */
  COMPUTES_WHAT_IS_HELD("sums 10", "most_back 9"),
  /** Finishes although the documents of applied members were not seen. */
  FINISHES_WITHOUT_DOCUMENTS("busy 6"),
  /** Finishes although the documents of members that do not happen were not seen. */
  FINISHES_WITHOUT_THE_OTHERS("unread 9"),
  /** What is not applied is given back at the decided epoch only. */
  ENDS_ONE_EPOCH("whole3 12"),
  /** Who cancels says for whom nothing is held, at an epoch that is another's. */
  CANCELS_AT_ANOTHERS_EPOCH("whole3 8"),
  /** The decision does not name the exclusions. */
  DECIDES_WITHOUT_EXCLUSIONS("cancel 7"),
  /** A member's exclusion is not asked for its state. */
  FORGETS_EXCLUSIONS("cancel 9"),

  /** A member is taken while its record is pending. */
  TAKES_WHAT_IS_PENDING("alone_late 9"),
  /** A left-out member is taken before its record has ended. */
  TAKES_BEFORE_DONE("alone 7"),
  /** A left-out member is canceled before its record has ended. */
  CANCELS_BEFORE_DONE("cancel_left 8"),
  /** A member is taken whatever record it names by now. */
  TAKES_WHATEVER_IT_NAMES("asks2 19"),
  /** A record is read that a majority does not have. */
  SEES_BATCHES_OF_ONE_SERVER("forget 8"),
  /** An absent record is taken for a dead one. */
  TAKES_WITHOUT_A_TOMBSTONE("asks 7"),
  /** A tombstone answers for the members that name it. */
  READS_TOMBSTONES_AS_CANCELED("dead 7"),
  /** A canceled record answers for who was left out. */
  ANSWERS_AS_CANCELED("none 7"),
  /** What is left out is answered as refused. */
  ANSWERS_FOR_WHAT_IS_LEFT_OUT("left 8"),

  /** A record is removed before its members. */
  REMOVES_RECORDS_FIRST("retain2 17", "receipt_batch 16"),
  /** A record is removed that only one server has as done. */
  REMOVES_WHAT_ONE_SERVER_HAS_DONE("forget_retain 7"),
  /** It removes while a begin of the same ids may be under way. */
  REMOVES_AT_ANY_TIME("retain2 11"),
  /** It does not count one who does not know what came of an insert. */
  REMOVES_BESIDE_ONE_IN_DOUBT("retain2 14"),
  /** A tombstone is removed while an insert of its record may be under way. */
  REMOVES_TOMBSTONES_AT_ONCE("retain2 9"),
  /** Who saw an id taken and finds it gone begins. */
  BEGINS_WHAT_HAS_EXPIRED("retain2 13"),
  /** The insert of the record is acknowledged by one server. */
  BEGINS_RECORDS_ON_ONE_SERVER("forget_own 6", "forget 6"),
  /** The insert of a member is acknowledged by one server. */
  BEGINS_MEMBERS_ON_ONE_SERVER("forget_own 7"),

  /** A busy target refuses. */
  REFUSES_FOR_BUSY("left 7"),
  /** A refusal is by what is held, not by what was there. */
  REFUSES_BY_WHAT_IS_HELD("back 6"),
  /** A refusal is by what is held though all fitted. */
  REFUSES_WITHIN_WHOLE_RANGES("seen_late 13"),
  /** Refused for money that a left-out member would bring. */
  REFUSES_BEFORE_MONEY_COMES("pays 8"),
  /** A reduced hold is placed whatever is there by now. */
  HOLDS_LESS_AT_ANY_BOUNDS("reduced 8", "most_grows 10"),
  /** A reduced hold takes all that is there, for members that cannot fit as well. */
  HOLDS_ALL_THERE_IS("greedy 8"),
  /** In file order a member goes on that shares a target with one left out before it. */
  IGNORES_THE_ORDER("order 7"),

  /** Less than was asked for moves although not all there was is held. */
  MOVES_WHAT_IS_HELD("most_held 18 wide"),
  /** Less moves although a left-out member would bring more. */
  MOVES_LESS_BEFORE_MONEY_COMES("most_paid 8"),
  /** The record does not say how much there was: all that was asked for is settled. */
  FORGETS_WHAT_THERE_WAS("most 6", "most_grows 6"),
  /** All that was asked for arrives. */
  CREDITS_WHAT_WAS_ASKED("most_grows 6"),
  /** Who takes over raises a hold as one of what is there now. */
  TAKES_OVER_WITH_ANOTHER_PART("most_grows 18"),

  /** A record is authorized at another epoch than its holds. */
  AUTHORIZES_AT_ANY_EPOCH("authorized 8"),
  /** An authorization happens as soon as it is held. */
  HAPPENS_WHEN_HELD("authorized 4"),
  /** Recovery takes over what is authorized, as if it were pending. */
  TAKES_OVER_WHAT_IS_AUTHORIZED("authorized 6"),
  /** What is voided is captured. */
  CAPTURES_WHAT_IS_VOIDED("captured 8"),
  /** What is captured is voided. */
  VOIDS_WHAT_IS_CAPTURED("captured 8"),
  /** The record does not say what was captured. */
  FORGETS_WHAT_IS_CAPTURED("captured 6"),
  /** A settle moves all that is held. */
  SETTLES_ALL_THAT_IS_HELD("captured 7"),
  /** More arrives than leaves. */
  CAPTURES_OUT_OF_BALANCE("captured 8"),
  /** What is not approved is captured. */
  CAPTURES_WHAT_IS_NOT_APPROVED("approved 6"),
  /**
   * Who captures believes that all have approved: the decision asks the record, so that is safe.
   */
  BELIEVES_IT_APPROVED,

  /** Retention leaves nothing in the place of a record. */
  REMOVES("twice 9", "receipt_batch 9"),
  /** A record is removed, and then its receipt is inserted. */
  REMOVES_AND_THEN_LEAVES("twice 9"),
  /** A receipt is stored over whatever is there by then. */
  OVERWRITES("retired 17"),
  /** A receipt replaces any record of its id that has ended, whenever it did. */
  ASKS_ONLY_WHETHER_IT_IS_FINISHED("retired 23"),
  /** What is decided and not settled yet is replaced, too. */
  REPLACES_WHAT_IS_APPLIED("receipt_crash 5"),
  /** A receipt does not say what was asked for. */
  FORGETS_THE_BODY("reused 9"),
  /** A receipt does not say why it was canceled. */
  FORGETS_THE_REASON("twice_refused 10"),
  /** A receipt does not say how much was moved. */
  FORGETS_HOW_MUCH("twice_most 12"),
  /** A receipt does not keep its id from being begun. */
  KEEPS_NO_ID("twice 10"),
  /** A receipt is shown to nobody. */
  IS_NOT_SHOWN("receipt_cancel 8"),
  /** Who finds a receipt leaves what it has held. */
  LEAVES_ITS_HOLDS("receipt_cancel 7"),
  /** A receipt goes while somebody may ask again. */
  GOES_EARLY("retired 11"),
  /** A member that its record has left out is replaced by a receipt. */
  REPLACES_WHAT_IS_LEFT_OUT("receipt_left 12"),

  /** The next attempt of a function begins while the last one is undecided. */
  BEGINS_BESIDE_AN_ATTEMPT("call_same 6"),
  /** The next attempt begins although the last one was refused. */
  GOES_ON_AFTER_A_REFUSAL("call_cancel 8"),
  /** An attempt that recovery has canceled counts as refused. */
  TAKES_A_CANCEL_BY_RECOVERY_FOR_FINAL("call_left 6"),
  /** Who finds the id of its attempt taken goes on with the next one. */
  TAKES_A_TAKEN_ID_FOR_A_CONFLICT("call_rival 11"),
  /** A caller looks at the first attempt, not at the last. */
  LOOKS_AT_THE_FIRST_ATTEMPT("call_rival 14"),
  /** Who declines does not look whether the function has happened meanwhile. */
  DECLINES_WITHOUT_A_LOOK("call_once 7"),
  /** What a function only reads is not checked. */
  CHECKS_NOTHING_THAT_IS_ONLY_READ("call_skew 12"),
  /** What a function has not found is not checked. */
  CHECKS_NO_ABSENCE("call_absent 12"),
  /** What a function has read is changed whatever it is by then. */
  CHANGES_WHATEVER_IS_THERE("call_lost 11");

  @SuppressWarnings("ImmutableEnumChecker") // the list is, though its type does not say so
  private final List<Run> runs;

  /**
   * @param runs each as a scene in which the flaw is found, and the steps of the shortest run to
   *     it; those of many worlds are wide
   */
  Flaw(String... runs) {
    this.runs = Stream.of(runs).map(words -> Run.of(this, words.split(" ", -1))).toList();
  }

  List<Run> runs() {
    return runs;
  }

  /** The flaw is found in a scene, by a run of so many steps. */
  record Run(Flaw flaw, String scene, int steps, boolean isWide) {
    private static Run of(Flaw flaw, String[] words) {
      return new Run(flaw, words[0], Integer.parseInt(words[1]), words.length > 2);
    }

    @Override
    public String toString() {
      return flaw + " in " + scene;
    }
  }
}
