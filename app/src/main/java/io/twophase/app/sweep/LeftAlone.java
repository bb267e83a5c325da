package io.twophase.app.sweep;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.range.RangeHold;
import java.util.List;

/** What a scrub has seen and does not touch: nothing is proven of it, or it is no orphan. */
public sealed interface LeftAlone {

  /** What {@code cases} says of this. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** An account cannot be read. */
    T account(UnreadableAccount account);

    /** A document cannot be read. */
    T document(UnreadableDocument document);

    /** A hold is of a transaction whose record is elsewhere. */
    T elsewhere(OfAnotherHome hold);

    /** A whole collection cannot be read. */
    T collection(UnreadableCollection collection);

    /** A collection can be read, and not written to. */
    T unwritable(UnwritableCollection collection);

    /** A settle has missed a hold on an account. */
    T unsettledAccount(UnsettledAccount hold);

    /** A settle has missed a batch's hold on an account. */
    T unsettledRange(UnsettledRange hold);

    /** A settle has missed a hold on a document. */
    T unsettledDocument(UnsettledDocument hold);
  }

  /** An account cannot be read: its holds stay. */
  record UnreadableAccount(AccountLookup.Unreadable account) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.account(this);
    }
  }

  /** A document that seems to have holds cannot be read: they stay. */
  record UnreadableDocument(DocumentLookup.Unreadable document) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.document(this);
    }
  }

  /**
   * A hold is of a transaction whose record is in another collection of records: only a scrub there
   * can prove anything of it.
   */
  record OfAnotherHome(HeldDocument held) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.elsewhere(this);
    }
  }

  /**
   * An account has a hold that its transaction, which is done, was decided by: its settle has
   * missed it, and the account lacks what the transaction did to it. Withdrawn, that would be lost.
   *
   * @param held the hold, as the leg that should have been settled
   */
  record UnsettledAccount(Leg held) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unsettledAccount(this);
    }
  }

  /** The same on a document. */
  record UnsettledDocument(HeldDocument held) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unsettledDocument(this);
    }
  }

  /** A collection cannot be read: another cluster may be away, or the login may not read it. */
  record UnreadableCollection(CollectionName collection, String fault) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.collection(this);
    }
  }

  /**
   * Orphans in a collection that takes no writes, for want of a right, say. They may be there
   * still.
   *
   * @param held the orphans that were not released, as far as is known
   * @param fault what the store says of it
   */
  record UnwritableCollection(CollectionName collection, List<HeldDocument> held, String fault)
      implements LeftAlone {

    /** The holds do not change. */
    public UnwritableCollection {
      held = List.copyOf(held);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unwritable(this);
    }
  }

  /**
   * A batch's hold on an account is there although the batch is done at its epoch: its settle has
   * missed it.
   */
  record UnsettledRange(AccountId account, RangeHold held) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unsettledRange(this);
    }
  }
}
