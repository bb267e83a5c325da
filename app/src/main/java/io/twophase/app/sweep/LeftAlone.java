package io.twophase.app.sweep;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.HeldDocument;

/** What a scrub has seen and can prove nothing of. */
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

    /** A whole collection on another cluster cannot be read. */
    T collection(UnreadableCollection collection);
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

  /** A collection on another cluster cannot be read now. */
  record UnreadableCollection(CollectionName collection, String fault) implements LeftAlone {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.collection(this);
    }
  }
}
