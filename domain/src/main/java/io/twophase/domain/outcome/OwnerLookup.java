package io.twophase.domain.outcome;

import io.twophase.domain.id.OwnerId;
import java.time.Duration;

/** What was seen where the document of an owner was looked for. */
public sealed interface OwnerLookup {

  /** Names the owner, by the text of its id. */
  String id();

  /**
   * The owner's document.
   *
   * @param owner whose it is
   * @param beat the counter, which grows with each beat
   * @param every how often the owner says that it beats
   * @param silentFor how long ago the last beat was, by the store's clock; for people and for
   *     tidying up, not for telling the dead from the slow
   */
  record Found(OwnerId owner, long beat, Duration every, Duration silentFor)
      implements OwnerLookup {
    @Override
    public String id() {
      return owner.value();
    }
  }

  /** There is no document of this owner: it was closed in good order, or removed as long dead. */
  record Absent(OwnerId owner) implements OwnerLookup {
    @Override
    public String id() {
      return owner.value();
    }
  }

  /**
   * There is something that this version cannot read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements OwnerLookup {}
}
