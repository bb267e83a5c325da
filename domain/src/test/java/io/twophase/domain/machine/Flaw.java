package io.twophase.domain.machine;

import java.util.List;

/**
 * A rule of the protocol that is left out, to see what then goes wrong. Each names the scenes in
 * which that is looked for.
 */
enum Flaw {
  NONE,

  /** Decides when the first hold is acknowledged, as if all were. */
  DECIDES_WITHOUT_ALL_HOLDS("single"),
  /** Decides for a member of which only some claims have answered. */
  DECIDES_WITH_SOME_CLAIMS("left"),
  /** Takes itself for the owner, whatever came of its take-over. */
  OWNS_WITHOUT_A_MATCH("single"),
  /** A settle takes a hold of any epoch. */
  SETTLES_AT_ANY_EPOCH("single", "resurrect"),
  /** A hold without an answer is sent again in the same epoch. */
  HOLDS_AGAIN_IN_THE_SAME_EPOCH("removed"),
  /** The client library sends a hold again by itself. */
  REPEATS_HOLDS("plain"),
  /** Withdraws its holds while they can still be decided. */
  WITHDRAWS_WHAT_IS_ALIVE("single"),
  /** Finishes when the first settle is acknowledged. */
  FINISHES_EARLY("single"),
  /** Finishes a cancel when the first release is acknowledged. */
  FINISHES_CANCELS_EARLY("none"),
  /** Takes a finish without an answer for one that is done. */
  ASSUMES_THAT_IT_IS_FINISHED("single"),
  /** Takes any answer to a hold for one that says that it is placed. */
  COUNTS_NOTHING("common", "single"),
  /** Takes a stamp that matched nothing for one that did. */
  ASSUMES_THAT_STAMPS_MATCH("single"),
  /** A read that is old does not show what is to be settled, and counts as its end. */
  TAKES_A_STALE_READ_FOR_A_COUNT("single"),
  /** Raises a hold of any older epoch, not the one that was read. */
  STAMPS_ANY_HOLD("seen_late"),
  /** Takes any hold under its id for its own. */
  STAMPS_BY_ID("foreign"),
  /** Acknowledges any hold under the id at the epoch. */
  ACKNOWLEDGES_BY_ID_AND_EPOCH("foreign"),
  /** Nobody withdraws a hold of an epoch that is over. */
  LEAVES_OLD_EPOCHS("late_order2"),
  /** A hold without a record is withdrawn, and no tombstone is inserted. */
  WITHDRAWS_WITHOUT_A_TOMBSTONE("stale"),
  /** A worker that was overtaken leaves its holds. */
  LEAVES_ITS_OWN_HOLDS("tidy2"),
  /** An end gives nothing back. */
  FORGETS_TO_GIVE_BACK("single"),
  /** A withdrawal is acknowledged, and never done. */
  LOSES_WITHDRAWALS("tidy2"),
  /** A finish is never answered. */
  NEVER_FINISHES("common"),

  /** What others hold is held too. */
  PLACES_BESIDE_OTHERS("reinsert", "common"),
  /** A document that others hold refuses by what is stored of it. */
  REFUSES_WHAT_IS_BUSY("reinsert"),
  /** A placeholder counts as a document that is missing. */
  TAKES_PLACEHOLDERS_FOR_MISSING("field_gone", "reinsert"),
  /** Holds do not name the home of their records. */
  IGNORES_HOMES("homes"),
  /** A check holds nothing. */
  LOOKS_ONLY("skew", "skew_many"),
  /** What is checked can be changed. */
  IGNORES_CHECKS("skew", "skew_many"),
  /** What is checked can be added to. */
  CHECKS_BESIDE_ADDITIONS("field_check"),
  /** An insert is settled by an insert. */
  CREATES_AT_SETTLE("resurrect"),
  /** A removal is settled by a delete that asks nothing. */
  DELETES_BARELY("removed"),
  /** A release deletes any placeholder. */
  RELEASES_BARELY("placeholders", "reinsert2"),
  /** Workers wait in any order, and keep what they hold. */
  WAITS_IN_ANY_ORDER("opposite_ask", "ring"),
  /** A worker gives back, and holds again in the same epoch. */
  BACKS_OFF_IN_THE_SAME_EPOCH("opposite"),
  /** A record of several waits. */
  WAITS_WITH_SEVERAL("opposite_many"),
  /** Members share a record that touch what another claims. */
  SHARES_ANYTHING("together", "together_check", "together_guards"),
  /** A check that several members share serves one of them. */
  SERVES_ONE_BY_A_CHECK("period_fit"),

  /** Whatever the record lists takes part. */
  DECIDES_FOR_WHAT_IT_LISTS("shared"),
  /** Members are seen that a majority does not have. */
  SEES_MEMBERS_OF_ONE_SERVER("forget"),
  /** An owner answers for whatever its record lists. */
  ANSWERS_FOR_WHAT_IT_LISTS("whole_shared"),
  /** The run does not look at the ranges. */
  RUNS_WITHOUT_RANGES("sums", "paid"),
  /** Only what all come to in the end is within the ranges. */
  LOOKS_AT_FINAL_NETS("swap0"),
  /** Who takes over takes the ranges from what the members ask by now. */
  TAKES_RANGES_FROM_DOCUMENTS("most_late", "seen_late"),

  /** Settles what is named, not what is applied. */
  SETTLES_WHAT_IS_LISTED("alone", "refused"),
  /** What does not happen is not given back. */
  KEEPS_WHAT_IS_NOT_APPLIED("refused", "left"),
  /** Finishes although the documents of applied members were not seen. */
  FINISHES_WITHOUT_DOCUMENTS("busy"),
  /** Finishes although the documents of members that do not happen were not seen. */
  FINISHES_WITHOUT_THE_OTHERS("unread"),
  /** What is not applied is given back at the decided epoch only. */
  ENDS_ONE_EPOCH("older"),
  /** Who cancels says for whom nothing is held, at an epoch that is another's. */
  CANCELS_AT_ANOTHERS_EPOCH("whole3"),
  /** The decision does not name the exclusions. */
  DECIDES_WITHOUT_EXCLUSIONS("cancel", "cancel_late"),
  /** A member's exclusion is not asked for its state. */
  FORGETS_EXCLUSIONS("cancel"),

  /** A member is taken while its record is pending. */
  TAKES_WHAT_IS_PENDING("alone_late", "asks"),
  /** A left-out member is taken before its record has ended. */
  TAKES_BEFORE_DONE("alone", "none"),
  /** A left-out member is canceled before its record has ended. */
  CANCELS_BEFORE_DONE("cancel_left"),
  /** A member is taken whatever record it names by now. */
  TAKES_WHATEVER_IT_NAMES("asks2"),
  /** A record is read that a majority does not have. */
  SEES_BATCHES_OF_ONE_SERVER("forget"),
  /** An absent record is taken for a dead one. */
  TAKES_WITHOUT_A_TOMBSTONE("asks"),
  /** A tombstone answers for the members that name it. */
  READS_TOMBSTONES_AS_CANCELED("dead"),
  /** A canceled record answers for who was left out. */
  ANSWERS_AS_CANCELED("none"),
  /** What is left out is answered as refused. */
  ANSWERS_FOR_WHAT_IS_LEFT_OUT("left"),

  /** A record is removed before its members. */
  REMOVES_RECORDS_FIRST("retain"),
  /** A record is removed that only one server has as done. */
  REMOVES_WHAT_ONE_SERVER_HAS_DONE("forget_retain"),
  /** It removes while a begin of the same ids may be under way. */
  REMOVES_AT_ANY_TIME("retain", "retain_one"),
  /** It does not count one who does not know what came of an insert. */
  REMOVES_BESIDE_ONE_IN_DOUBT("retain", "retain_one"),
  /** A tombstone is removed while an insert of its record may be under way. */
  REMOVES_TOMBSTONES_AT_ONCE("retain"),
  /** Who saw an id taken and finds it gone begins. */
  BEGINS_WHAT_HAS_EXPIRED("retain_one", "retain"),
  /** The insert of the record is acknowledged by one server. */
  BEGINS_RECORDS_ON_ONE_SERVER("forget"),
  /** The insert of a member is acknowledged by one server. */
  BEGINS_MEMBERS_ON_ONE_SERVER("forget"),

  /** A busy target refuses. */
  REFUSES_FOR_BUSY("left"),
  /** A refusal is by what is held, not by what was there. */
  REFUSES_BY_WHAT_IS_HELD("back"),
  /** A refusal is by what is held though all fitted. */
  REFUSES_WITHIN_WHOLE_RANGES("seen_late"),
  /** Refused for money that a left-out member would bring. */
  REFUSES_BEFORE_MONEY_COMES("pays"),
  /** A reduced hold is placed whatever is there by now. */
  HOLDS_LESS_AT_ANY_BOUNDS("reduced", "most"),
  /** A reduced hold takes all that is there, for members that cannot fit as well. */
  HOLDS_ALL_THERE_IS("greedy"),
  /** In file order a member goes on that shares a target with one left out before it. */
  IGNORES_THE_ORDER("order"),

  /** Less than was asked for moves although not all there was is held. */
  MOVES_WHAT_IS_HELD("most_held"),
  /** Less moves although a left-out member would bring more. */
  MOVES_LESS_BEFORE_MONEY_COMES("most_paid"),
  /** The record does not say how much there was: all that was asked for is settled. */
  FORGETS_WHAT_THERE_WAS("most", "most_one"),

  /** A record is authorized at another epoch than its holds. */
  AUTHORIZES_AT_ANY_EPOCH("authorized"),
  /** An authorization happens as soon as it is held. */
  HAPPENS_WHEN_HELD("authorized"),
  /** What is voided is captured. */
  CAPTURES_WHAT_IS_VOIDED("captured"),
  /** What is captured is voided. */
  VOIDS_WHAT_IS_CAPTURED("captured"),
  /** The record does not say what was captured. */
  FORGETS_WHAT_IS_CAPTURED("captured"),
  /** A settle moves all that is held. */
  SETTLES_ALL_THAT_IS_HELD("captured"),
  /** More arrives than leaves. */
  CAPTURES_OUT_OF_BALANCE("captured"),
  /** What is not approved is captured. */
  CAPTURES_WHAT_IS_NOT_APPROVED("approved");

  private final String scenes;

  Flaw(String... scenes) {
    this.scenes = String.join(" ", scenes);
  }

  List<String> scenes() {
    return List.of(scenes.split(" ", -1));
  }
}
