package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.adoption.AdoptionPlan.Decision;
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

  /**
   * A remedy with its reason.
   *
   * @param remedy what
   * @param detail why, in one line
   */
  public record Decision(Remedy remedy, String detail) {

    static Decision refuse(String detail) {
      return new Decision(Remedy.REFUSE, detail);
    }
  }

  /**
   * A transaction that the tutorial's protocol has not finished.
   *
   * @param id its id as text
   * @param state its state, as it is written
   * @param decision what is done with it
   */
  public record InFlight(String id, String state, Decision decision) {}

  /**
   * A mark of the tutorial's on an account, of no transaction in flight that touches the account.
   *
   * @param account the account's id as text
   * @param transaction the transaction's id as text
   * @param decision what is done with it
   */
  public record StrayMark(String account, String transaction, Decision decision) {}

  /** The treatment of something that the tutorial's protocol has left. */
  public enum Remedy {
    /** Nothing: it is no obstacle. */
    LEAVE,
    /** The transaction goes on to done, by the tutorial's rules. */
    FINISH,
    /** The transaction is taken back to canceled, by the tutorial's rules. */
    UNDO,
    /** The mark is removed; the balance stays. */
    PULL,
    /** The mark is removed, and the amount that it stands for is moved back. */
    REVERSE,
    /** Nothing: what is right cannot be known, or would do harm. A person has to decide. */
    REFUSE
  }

  /** The treatment of a tutorial's transaction that is pending: its rules allow either. */
  public enum PendingRule {
    /** The transaction goes on to done. */
    FINISH,
    /** The transaction is taken back, and is canceled. */
    UNDO
  }
}
