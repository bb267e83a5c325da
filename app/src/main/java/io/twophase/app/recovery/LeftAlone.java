package io.twophase.app.recovery;

import io.twophase.app.recovery.Orphan.Held;
import io.twophase.domain.document.CollectionName;
import java.util.List;

/** A scrub has seen this and does not touch it: nothing is proven of it, or it is no orphan. */
public sealed interface LeftAlone {

  /** Returns what {@code cases} says of this. */
  default <T> T fold(Cases<T> cases) {
    if (this instanceof Unreadable one) {
      return cases.unreadable(one);
    }
    if (this instanceof OfAnotherHome one) {
      return cases.elsewhere(one);
    }
    if (this instanceof UnreadableCollection one) {
      return cases.collection(one);
    }
    if (this instanceof UnwritableCollection one) {
      return cases.unwritable(one);
    }
    return cases.unsettled((Unsettled) this);
  }

  /**
   * The function for each kind.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** An account or a document cannot be read. */
    T unreadable(Unreadable target);

    /** A hold is of a transaction whose record is elsewhere. */
    T elsewhere(OfAnotherHome hold);

    /** A whole collection cannot be read. */
    T collection(UnreadableCollection collection);

    /** A collection can be read, and not written to. */
    T unwritable(UnwritableCollection collection);

    /** A settle has missed a hold. */
    T unsettled(Unsettled hold);
  }

  /**
   * An account, or a document that seems to have holds, cannot be read: its holds stay.
   *
   * @param isAccount whether the collection is that of the accounts
   * @param id as text
   * @param fault the field, and what is wrong with it
   */
  record Unreadable(CollectionName collection, boolean isAccount, String id, String fault)
      implements LeftAlone {}

  /**
   * A hold is of a transaction whose record is in another collection of records: only a scrub there
   * can prove anything of it.
   */
  record OfAnotherHome(Held held) implements LeftAlone {}

  /** A collection cannot be read: another cluster may be away, or the login may not read it. */
  record UnreadableCollection(CollectionName collection, String fault) implements LeftAlone {}

  /**
   * Orphans in a collection that takes no writes, for want of a right, say. They may be there
   * still.
   *
   * @param held the orphans that were not released, as far as is known
   * @param fault what the store says of it
   */
  record UnwritableCollection(CollectionName collection, List<Held> held, String fault)
      implements LeftAlone {

    /** The holds do not change. */
    public UnwritableCollection {
      held = List.copyOf(held);
    }
  }

  /**
   * A target has a hold at the very epoch at which its record, which is done, was decided: its
   * settle has missed it, and the target lacks what the transaction did to it. If the hold were
   * withdrawn, that would be lost.
   */
  record Unsettled(Held held) implements LeftAlone {}
}
