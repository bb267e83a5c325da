package io.twophase.domain.explorer.model;

import io.twophase.domain.transaction.Transition;
import java.util.function.Predicate;

/**
 * What a failover may undo. A document is what the primary has of it; what a majority has may be
 * older, and is what a failover goes back to and what is read. A write that waits for a majority is
 * answered when a majority has the document as the write found or left it. A write that does not is
 * answered at once: a failover may undo it afterwards, and a node that was deposed and does not
 * know it may answer in the primary's place.
 *
 * @param hasFailovers whether anything is ever undone
 * @param byOne the writes that do not wait for a majority
 */
public record Durability(boolean hasFailovers, Predicate<Message> byOne) {

  /** Every write is kept from the moment that it is made. */
  public static final Durability AT_ONCE = new Durability(false, message -> false);

  /** All writes wait for a majority. */
  public static final Durability BY_MAJORITY = new Durability(true, message -> false);

  /** What closes a record waits for nobody; all other writes wait for a majority. */
  public static final Durability FINISH_BY_ONE = BY_MAJORITY.andByOne(Durability::closes);

  /** The same, where these do not wait either. */
  public Durability andByOne(Predicate<Message> more) {
    return new Durability(hasFailovers, byOne.or(more));
  }

  /** The same, where transitions of this kind do not wait either. */
  public Durability andTransitionByOne(Class<? extends Transition> kind) {
    return andByOne(
        message ->
            message instanceof Message.Change change && kind.isInstance(change.transition()));
  }

  /** Whether {@code message} is answered before a majority has what it did. */
  public boolean isByOne(Message message) {
    return byOne.test(message);
  }

  private static boolean closes(Message message) {
    return message instanceof Message.Change change
        && (change.transition() instanceof Transition.Finish
            || change.transition() instanceof Transition.FinishCancel);
  }
}
