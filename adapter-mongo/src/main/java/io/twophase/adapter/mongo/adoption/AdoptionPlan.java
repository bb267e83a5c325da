package io.twophase.adapter.mongo.adoption;

import java.util.List;

/**
 * The tutorial's documents, and the work of an adoption on each.
 *
 * @param ours how many accounts are this software's already
 * @param clean how many of the tutorial's can be adopted as they stand
 * @param marked how many of the tutorial's could be, had they no marks
 * @param refused the accounts that cannot be adopted
 * @param transactions the tutorial's transactions that are not finished, in the order of their ids
 * @param marks the marks of no such transaction
 */
public record AdoptionPlan(
    long ours,
    long clean,
    long marked,
    List<NotAdoptable> refused,
    List<InFlight> transactions,
    List<StrayMark> marks) {

  /**
   * An account that cannot be adopted, and is left as it is.
   *
   * @param id its id as text
   * @param fault the field, its value, and what is wrong with it
   */
  public record NotAdoptable(String id, String fault) {}

  /**
   * Returns whether nothing is left that adoption could do, or would have to be done by a person.
   */
  public boolean isComplete() {
    return clean == 0
        && marked == 0
        && refused.isEmpty()
        && transactions.stream().allMatch(t -> t.decision().remedy() == Remedy.LEAVE);
  }
}
